import { isPlainObject, type JsonObject, type JsonValue } from '../json.js'
import { findReferenced } from '../json-schema-references.js'
import { type JsonSchema } from '../schema.js'
import { mergeSchemas } from './merge-schemas.js'
import { type Field, type LeftOut, type Shape, type ShapeTree } from './shape.js'

type Schema = Readonly<Record<string, unknown>>

/** Takes a schema apart. It never fails: what has no shape that providers know is one of kind `json`. */
export function readShape(schema: JsonSchema): ShapeTree {
  const definitions = new Map<string, Shape>()
  const reader: Reader = {
    root: schema,
    refer(reference) {
      if (definitions.has(reference)) return
      // Its place is taken first: a definition may lead to itself.
      definitions.set(reference, unsayable('reference', {}))
      definitions.set(reference, readNode(findReferenced(schema, reference), reader, 0))
    },
  }
  const root = readNode(schema, reader, 0)
  return { root, definitions }
}

interface Reader {
  readonly root: JsonSchema
  /** Reads what a reference leads to, once. */
  refer(reference: string): void
}

/** As deep as a schema is followed; below lies a cycle of `allOf`, or an attack. */
const MAX_DEPTH = 100

function readNode(node: unknown, reader: Reader, depth: number): Shape {
  if (node === true) return unsayable('any', true)
  if (!isPlainObject(node)) return unsayable('never', false)
  if (depth > MAX_DEPTH) return unsayable('depth', node)
  const { allOf, $ref } = node
  if (Array.isArray(allOf)) return readAllOf(node, allOf, reader, depth)
  if (typeof $ref === 'string') return readReference(node, $ref, reader, depth)
  if (Array.isArray(node['anyOf']) || Array.isArray(node['oneOf'])) {
    return readUnion(node, reader, depth)
  }
  if ('const' in node || Array.isArray(node['enum'])) return readChoice(node)
  return readType(node, reader, depth)
}

function readAllOf(node: Schema, parts: readonly unknown[], reader: Reader, depth: number): Shape {
  const { allOf: _, ...own } = node
  let merged: Schema = own
  const left: LeftOut[] = []
  for (const part of parts) {
    const resolved = resolvePart(part, reader)
    const both = resolved && mergeSchemas(merged, resolved)
    if (!both) return unsayable('allOf', node)
    left.push(...both.left)
    merged = both.schema
  }
  const shape = readNode(merged, reader, depth + 1)
  return left.length > 0 ? { ...shape, left: [...shape.left, ...left] } : shape
}

/** A part of `allOf` by its own words, wherever they stand. */
function resolvePart(part: unknown, { root }: Reader): Schema | undefined {
  let found = part
  for (let hops = 0; hops < MAX_DEPTH; hops++) {
    if (!isPlainObject(found)) return found === true ? {} : undefined
    const { $ref, ...beside } = found
    if (typeof $ref !== 'string') return found
    if (Object.keys(beside).some((keyword) => !ANNOTATIONS.has(keyword))) return undefined
    found = findReferenced(root, $ref)
  }
  return undefined
}

function readReference(node: Schema, $ref: string, reader: Reader, depth: number): Shape {
  const { $ref: _, ...beside } = node
  const rules = Object.keys(beside).filter((keyword) => !ANNOTATIONS.has(keyword))
  if (rules.length > 0)
    return readAllOf({ allOf: [{ $ref }, beside] }, [{ $ref }, beside], reader, depth)
  reader.refer($ref)
  return { ...baseOf(beside), kind: 'reference', to: $ref }
}

/** Words about a schema: they ask for nothing. */
const ANNOTATIONS = new Set([
  'description',
  'title',
  'default',
  'examples',
  '$comment',
  'deprecated',
])

function readUnion(node: Schema, reader: Reader, depth: number): Shape {
  const { anyOf, oneOf, ...own } = node
  if (anyOf !== undefined && oneOf !== undefined) return unsayable('anyOf', node)
  const options = (Array.isArray(anyOf) ? anyOf : oneOf) as readonly unknown[]
  const asked = Object.keys(own).filter(
    (keyword) => !ANNOTATIONS.has(keyword) && !isHidden(keyword),
  )
  const { description, title, default: standIn, examples, ...base } = own
  const shapes: Shape[] = []
  for (const option of options) {
    if (asked.length === 0) {
      shapes.push(readNode(option, reader, depth + 1))
      continue
    }
    const resolved = resolvePart(option, reader)
    const both = resolved && mergeSchemas(base, resolved)
    if (!both || both.left.length > 0) return unsayable('anyOf', node)
    shapes.push(readNode(both.schema, reader, depth + 1))
  }
  const words = { description, title, default: standIn, examples }
  const { left, ...said } = baseOf(words)
  // That only one option may fit is a rule which no provider knows.
  const exclusive = oneOf === undefined ? [] : [{ feature: 'oneOf' }]
  return { ...said, left: [...left, ...exclusive], kind: 'union', options: shapes }
}

function readChoice(node: Schema): Shape {
  const { enum: listed, const: fixed, type, ...rest } = node
  const all = Array.isArray(listed) ? (listed as readonly unknown[]) : [fixed]
  const isFixed = 'const' in node
  const values = all.filter(
    (value) => (!isFixed || isEqual(value, fixed)) && isOfType(value, type),
  ) as readonly JsonValue[]
  if (values.some((value) => typeof value === 'object' && value !== null))
    return unsayable('enum', node)
  if (values.length === 0) return unsayable('never', node)
  return { ...baseOf(rest), kind: 'choice', values }
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true
  return (Array.isArray(type) ? type : [type]).some((one: unknown) => {
    if (one === 'integer') return Number.isInteger(value)
    if (one === 'null') return value === null
    if (one === 'array') return Array.isArray(value)
    return typeof value === one && value !== null && !Array.isArray(value)
  })
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function readType(node: Schema, reader: Reader, depth: number): Shape {
  const { type = impliedType(node) } = node
  if (Array.isArray(type)) {
    const { description, title, default: standIn, examples, ...rest } = node
    const options = type.map((one: unknown) =>
      readType({ ...keywordsOf(one, rest), type: one }, reader, depth + 1),
    )
    return { ...baseOf({ description, title, default: standIn, examples }), kind: 'union', options }
  }
  switch (type) {
    case 'object':
      return readObject(node, reader, depth)
    case 'array':
      return readList(node, reader, depth)
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { ...baseOf(node), kind: type }
    default:
      return unsayable(isPlainObject(node['not']) ? 'never' : 'any', node)
  }
}

/** Schemas of other makers often leave out what their keywords make plain. */
function impliedType(node: Schema): string | undefined {
  if (node['properties'] !== undefined) return 'object'
  return node['items'] !== undefined || node['prefixItems'] !== undefined ? 'array' : undefined
}

function keywordsOf(type: unknown, rest: Schema): Schema {
  const known = KEYWORDS[type as keyof typeof KEYWORDS] ?? []
  const others = new Set(
    Object.values(KEYWORDS)
      .flat()
      .filter((keyword) => !known.includes(keyword)),
  )
  return Object.fromEntries(Object.entries(rest).filter(([keyword]) => !others.has(keyword)))
}

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Keywords that say something of one type alone. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: NUMBERS,
  integer: NUMBERS,
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
  ],
}

function readObject(node: Schema, reader: Reader, depth: number): Shape {
  const { properties, required, additionalProperties, patternProperties, ...rest } = node
  // Fields that nobody names: only an object that lists its own, and asks for no others, is one of fields.
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const isListed =
    properties === undefined ? additionalProperties === false : isPlainObject(properties)
  if (isOpen || patternProperties !== undefined || !isListed) {
    return unsayable('additionalProperties', node)
  }
  const needed = new Set(Array.isArray(required) ? (required as unknown[]) : [])
  const fields: Field[] = Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    shape: readNode(schema, reader, depth + 1),
    optional: !needed.delete(name),
  }))
  for (const name of needed) {
    if (typeof name === 'string')
      fields.push({ name, shape: unsayable('any', true), optional: false })
  }
  // That nothing else may be sent is a rule that not all can say.
  const rules = additionalProperties === false ? { ...rest, additionalProperties } : rest
  return { ...baseOf(rules), kind: 'object', fields }
}

function readList(node: Schema, reader: Reader, depth: number): Shape {
  const { items, prefixItems, ...rest } = node
  if (prefixItems !== undefined || Array.isArray(items)) return unsayable('prefixItems', node)
  return { ...baseOf(rest), kind: 'list', items: readNode(items ?? true, reader, depth + 1) }
}

function baseOf(node: Schema) {
  const { description, type: _, ...rest } = node
  const rules = Object.entries(rest).filter(
    ([keyword, value]) => value !== undefined && !isHidden(keyword),
  )
  return {
    ...(typeof description === 'string' && { description }),
    rules: Object.fromEntries(rules) as JsonObject,
    left: [] as readonly LeftOut[],
  }
}

/** Keywords that keep house, and say nothing of a value. */
function isHidden(keyword: string): boolean {
  return HIDDEN.has(keyword)
}

const HIDDEN = new Set(['$schema', '$id', '$comment', '$anchor', '$defs', 'definitions'])

function unsayable(feature: string, schema: Schema | boolean): Shape {
  const described = typeof schema === 'boolean' ? undefined : schema['description']
  return {
    kind: 'json',
    feature,
    schema: schema as JsonSchema | boolean,
    rules: {},
    left: [],
    ...(typeof described === 'string' && { description: described }),
  }
}
