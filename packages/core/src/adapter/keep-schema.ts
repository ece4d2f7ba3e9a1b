import { isPlainObject, type JsonObject, type JsonValue } from '../json.js'
import { holdsByName, isLiteral } from '../json-schema-references.js'
import { type JsonSchema } from '../schema.js'
import { WRAPPED, type MendPlan } from './mend.js'

export interface KeptSchema {
  readonly schema: JsonObject
  readonly mend?: MendPlan
}

/** For providers that take JSON Schema as it is, but for its root: that must be an object of fields, and nothing else. */
export function keepSchema(schema: JsonSchema): KeptSchema {
  const isPlainRoot = schema['type'] === 'object' && !NOT_AT_ROOT.some((word) => word in schema)
  if (isPlainRoot) return { schema: copyOf({ properties: {}, ...schema }) }
  const { $defs, ...inner } = schema
  return {
    schema: copyOf({
      type: 'object',
      properties: { [WRAPPED]: moved(inner) },
      required: [WRAPPED],
      additionalProperties: false,
      ...($defs !== undefined && { $defs: movedByName($defs) }),
    }),
    mend: { root: { kind: 'unwrap', field: WRAPPED }, definitions: new Map() },
  }
}

const NOT_AT_ROOT = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref', 'if']

/** A copy that its taker may write into, as some frameworks do; definitions themselves are frozen. */
function copyOf(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}

/** A copy in which references to the old root find it in its new place. Definitions stay at the root. */
function moved(node: JsonValue): JsonValue {
  if (Array.isArray(node)) return node.map(moved)
  if (!isPlainObject(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === '$ref' && typeof value === 'string') return [key, movedReference(value)]
      if (isLiteral(key)) return [key, value]
      return [key, holdsByName(key) ? movedByName(value) : moved(value)]
    }),
  )
}

function movedByName(schemas: JsonValue): JsonValue {
  if (!isPlainObject(schemas)) return schemas
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, moved(schema)]))
}

function movedReference(reference: string): string {
  const staysPut = reference.startsWith('#/$defs/') || !/^#(\/|$)/.test(reference)
  return staysPut ? reference : `#/properties/${WRAPPED}${reference.slice(1)}`
}
