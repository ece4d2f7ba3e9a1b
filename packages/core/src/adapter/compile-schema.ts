import { createToolError } from '../errors.js'
import { formatPath, type JsonObject } from '../json.js'
import { type JsonSchema } from '../schema.js'
import { type Loss } from '../serialization/loss.js'
import { type CompiledSchema, type Dialect, type RenderedField } from './dialect.js'
import { areDisjoint, evidenceOf } from './evidence.js'
import { ABSENT, WRAPPED, type FieldMend, type Mend, type OptionMend } from './mend.js'
import { needsMend } from './needs-mend.js'
import { readShape } from './read-shape.js'
import { resolveShape, takesNull, type Field, type Shape, type ShapeTree } from './shape.js'
import { jsonText, sayRules } from './say-rules.js'

/** What is on the way while a schema is written. */
interface Work {
  readonly tree: ShapeTree
  readonly dialect: Dialect
  readonly losses: Loss[]
  readonly definitions: Map<string, JsonObject>
  readonly mends: Map<string, Mend>
  /** References by the names under which they are kept. */
  readonly names: Map<string, string>
  /** References that are being written inline, outermost first. */
  readonly open: readonly string[]
  readonly count: { nodes: number }
}

interface Place {
  readonly path: string
  /** How many objects and lists it is in. */
  readonly depth: number
  /** Whether `null` must be allowed beside what the shape says. */
  readonly nullable: boolean
}

interface Written {
  readonly schema: JsonObject
  readonly mend?: Mend | undefined
}

interface WrittenField extends Written {
  readonly absent?: FieldMend['absent']
}

/** References written out can multiply without end. */
const MAX_NODES = 20_000

/**
 * A schema in a provider's dialect, the losses on the way, and how arguments find back. Whatever the dialect cannot say as
 * structure travels as JSON text, so that every valid input can still be sent. The root is always an object of fields.
 */
export function compileSchema(schema: JsonSchema, dialect: Dialect): CompiledSchema {
  const tree = readShape(schema)
  const work: Work = {
    tree,
    dialect,
    losses: [],
    definitions: new Map(),
    mends: new Map(),
    names: new Map(),
    open: [],
    count: { nodes: 0 },
  }
  const { schema: written, mend } = writeRoot(work)
  const plan = mend && { root: mend, definitions: work.mends }
  return {
    schema: written,
    definitions: work.definitions,
    losses: work.losses,
    ...(plan && { mend: plan }),
  }
}

function writeRoot(work: Work): Written {
  const { tree } = work
  const place: Place = { path: 'input', depth: 0, nullable: false }
  const root = resolveShape(tree.root, tree) ?? tree.root
  if (root.kind === 'object') return writeNode(work, root, place)
  if (isBareObject(root)) {
    work.losses.push(
      lossAt('input', 'additionalProperties', 'no field is named, so none can be sent'),
    )
    return writeNode(work, { ...root, kind: 'object', fields: [] }, place)
  }
  const field: Field = { name: WRAPPED, shape: root, optional: false }
  const wrapper: Shape = { kind: 'object', fields: [field], rules: {}, left: [] }
  const { schema, mend } = writeNode(work, wrapper, place)
  const inner = mend?.kind === 'fields' ? mend.fields[0]?.mend : undefined
  return { schema, mend: { kind: 'unwrap', field: WRAPPED, ...(inner && { mend: inner }) } }
}

/** `{ type: 'object' }`, by which many makers of tools say that there is nothing to send. */
function isBareObject(root: Shape): boolean {
  if (root.kind !== 'json' || typeof root.schema === 'boolean') return false
  const { type, properties, additionalProperties, patternProperties } = root.schema
  return (
    type === 'object' && (properties ?? additionalProperties ?? patternProperties) === undefined
  )
}

function writeNode(work: Work, shape: Shape, place: Place): Written {
  if (++work.count.nodes > MAX_NODES) throw tooLarge()
  switch (shape.kind) {
    case 'json':
      return writeJson(work, shape, place, shape.feature)
    case 'reference':
      return writeReference(work, shape, place)
    case 'object':
    case 'list':
      if (place.depth >= work.dialect.maxDepth) return writeJson(work, shape, place, 'depth')
      if (isEmptyObject(shape) && place.depth > 0 && !work.dialect.emptyObjects) {
        return writeJson(work, shape, place, 'properties')
      }
      return shape.kind === 'object'
        ? writeObject(work, shape, place)
        : writeList(work, shape, place)
    case 'union':
      return writeUnion(work, shape, place)
    case 'choice':
      return writeChoice(work, shape, place)
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { schema: render(work, shape, place, { kind: shape.kind }) }
  }
}

function isEmptyObject(shape: Shape): boolean {
  return shape.kind === 'object' && shape.fields.length === 0
}

type Rendered = Parameters<Dialect['render']>[0]
type Body = Rendered extends infer Node
  ? Node extends Rendered
    ? Omit<Node, 'description' | 'rules' | 'nullable'>
    : never
  : never

/** Writes a node with those rules that the dialect knows; the rest is kept in words, and reported. */
function render(work: Work, shape: Shape, { path, nullable }: Place, body: Body): JsonObject {
  const { rules, description, losses } = sayRules(shape, path, work.dialect)
  work.losses.push(...losses)
  // The union of bodies is distributed over the base by hand: the compiler does not see through it.
  const node = { ...body, rules, nullable, ...(description && { description }) } as Rendered
  return work.dialect.render(node)
}

function writeObject(work: Work, shape: Shape & { kind: 'object' }, place: Place): Written {
  const fields: RenderedField[] = []
  const mends: FieldMend[] = []
  for (const field of shape.fields) {
    const { schema, mend, absent } = writeField(work, field, {
      path: formatPath(place.path, [field.name]),
      depth: place.depth + 1,
      nullable: false,
    })
    fields.push({
      name: field.name,
      schema,
      required: !field.optional || work.dialect.absent === 'null',
    })
    if (mend || absent) {
      mends.push({ name: field.name, ...(absent && { absent }), ...(mend && { mend }) })
    }
  }
  const schema = render(work, shape, place, { kind: 'object', fields })
  return { schema, mend: mends.length > 0 ? { kind: 'fields', fields: mends } : undefined }
}

function writeField(work: Work, { shape, optional }: Field, place: Place): WrittenField {
  if (!optional || work.dialect.absent === 'omit') return writeNode(work, shape, place)
  if (!takesNull(shape, work.tree)) {
    return { ...writeNode(work, shape, { ...place, nullable: true }), absent: 'null' }
  }
  const { schema, mend } = writeNode(work, shape, place)
  const options = [schema, writeMark(work)]
  const both = work.dialect.render({ kind: 'union', options, rules: {}, nullable: false })
  return { schema: both, mend, absent: 'mark' }
}

/** The object that says that a field is left out. */
function writeMark({ dialect }: Work): JsonObject {
  const choice = dialect.choice([true])
  const base = { rules: {}, nullable: false, description: 'left out' }
  const flag = dialect.render(
    choice ? { ...base, kind: 'choice', choice } : { ...base, kind: 'boolean' },
  )
  const fields = [{ name: ABSENT, schema: flag, required: true }]
  return dialect.render({ kind: 'object', fields, rules: {}, nullable: false })
}

function writeList(work: Work, shape: Shape & { kind: 'list' }, place: Place): Written {
  const { schema: items, mend } = writeNode(work, shape.items, {
    path: `${place.path}[]`,
    depth: place.depth + 1,
    nullable: false,
  })
  const schema = render(work, shape, place, { kind: 'list', items })
  return { schema, mend: mend && { kind: 'items', mend } }
}

function writeUnion(work: Work, shape: Shape & { kind: 'union' }, place: Place): Written {
  const options = shape.options.filter(({ kind }) => kind !== 'null')
  const nullable = place.nullable || options.length < shape.options.length
  const [only] = options
  if (!only) {
    if (shape.options.length === 0) return writeJson(work, shape, place, 'never')
    return { schema: render(work, shape, { ...place, nullable: false }, { kind: 'null' }) }
  }
  if (options.length === 1) return writeNode(work, saidOf(shape, only), { ...place, nullable })

  const before = work.losses.length
  const written = options.map((option, index) =>
    writeNode(work, option, { ...place, path: `${place.path}|${index}`, nullable: false }),
  )
  const mend = tellApart(work, options, written)
  if (mend === 'ambiguous') {
    work.losses.length = before
    return writeJson(work, shape, place, 'anyOf')
  }
  const body = { kind: 'union' as const, options: written.map(({ schema }) => schema) }
  return { schema: render(work, shape, { ...place, nullable }, body), mend }
}

/** An option that is left alone, with what the union said of it. */
function saidOf(union: Shape, option: Shape): Shape {
  const description = union.description ?? option.description
  return {
    ...option,
    ...(description !== undefined && { description }),
    rules: { ...option.rules, ...union.rules },
    left: [...option.left, ...union.left],
  }
}

/** How arguments find back through a union. Options that ask for different mending must not share a value. */
function tellApart(
  { tree, dialect }: Work,
  options: readonly Shape[],
  written: readonly Written[],
): Mend | undefined | 'ambiguous' {
  const isNeeded = options.map(
    (option, index) => written[index]?.mend !== undefined && needsMend(option, tree, dialect),
  )
  if (!isNeeded.includes(true)) return undefined
  const isComplete = dialect.absent === 'null'
  const told = options.map((option, index): OptionMend => {
    const mend = isNeeded[index] ? written[index]?.mend : undefined
    return { evidence: evidenceOf(option, tree, isComplete), ...(mend && { mend }) }
  })
  const isClear = told.every((one, index) =>
    told
      .slice(index + 1)
      .every((other) => isSameMend(one, other) || areDisjoint(one.evidence, other.evidence)),
  )
  return isClear ? { kind: 'options', options: told } : 'ambiguous'
}

function isSameMend(a: OptionMend, b: OptionMend): boolean {
  return JSON.stringify(a.mend) === JSON.stringify(b.mend)
}

function writeChoice(work: Work, shape: Shape & { kind: 'choice' }, place: Place): Written {
  const values = shape.values.filter((value) => value !== null)
  const nullable = place.nullable || values.length < shape.values.length
  const [first] = values
  if (first === undefined) {
    return { schema: render(work, shape, { ...place, nullable: false }, { kind: 'null' }) }
  }
  const choice = work.dialect.choice(values)
  if (choice) {
    return { schema: render(work, shape, { ...place, nullable }, { kind: 'choice', choice }) }
  }
  const kinds = [...new Set(values.map(kindOfValue))]
  const [kind = 'string'] = kinds
  if (kinds.length === 1) {
    // The type can be told, the values only in words.
    const told = { ...shape, left: [...shape.left, { feature: 'enum', value: values }] }
    return { schema: render(work, told, { ...place, nullable }, { kind }) }
  }
  const options = kinds.map((one): Shape => ({
    kind: 'choice',
    values: values.filter((value) => kindOfValue(value) === one),
    rules: {},
    left: [],
  }))
  return writeUnion(work, { ...shape, kind: 'union', options }, { ...place, nullable })
}

function kindOfValue(value: unknown): 'string' | 'number' | 'boolean' {
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'number' : 'string'
}

function writeReference(work: Work, shape: Shape & { kind: 'reference' }, place: Place): Written {
  const target = work.tree.definitions.get(shape.to)
  if (!target) return writeJson(work, shape, place, 'reference')
  if (work.dialect.references === 'inlined') {
    if (work.open.includes(shape.to)) return writeJson(work, shape, place, 'cycle')
    return writeNode({ ...work, open: [...work.open, shape.to] }, saidOf(shape, target), place)
  }
  const known = work.names.get(shape.to)
  const name = known ?? nameDefinition(work, shape.to)
  if (known === undefined) {
    work.names.set(shape.to, name)
    const { schema, mend } = writeNode(work, target, { ...place, depth: 0, nullable: false })
    work.definitions.set(name, schema)
    if (mend) work.mends.set(name, mend)
  }
  const schema = render(work, shape, place, { kind: 'reference', to: name })
  return { schema, mend: { kind: 'definition', name } }
}

function nameDefinition({ names }: Work, reference: string): string {
  const readable = reference.replace(/^.*\//, '').replaceAll(/[^A-Za-z0-9_]/g, '') || 'root'
  const taken = new Set(names.values())
  for (let count = 1; ; count++) {
    const name = count === 1 ? readable : `${readable}_${count}`
    if (!taken.has(name)) return name
  }
}

function writeJson(work: Work, shape: Shape, place: Place, feature: string): Written {
  const { provider } = work.dialect
  work.losses.push(
    lossAt(
      place.path,
      feature,
      `${provider} cannot say it as a schema, so it is sent as JSON text`,
    ),
  )
  const text: Shape = {
    kind: 'string',
    description: jsonText(shape),
    rules: {},
    left: shape.left,
  }
  return { schema: render(work, text, place, { kind: 'string' }), mend: { kind: 'json' } }
}

function lossAt(path: string, feature: string, reason: string): Loss {
  return { path, feature, reason }
}

function tooLarge() {
  return createToolError({
    category: 'validation',
    code: 'toolbox.schema_too_large',
    message: `its schema has over ${MAX_NODES} parts once references are followed`,
  })
}
