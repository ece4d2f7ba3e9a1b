import { createToolError } from './errors.js'
import { isPlainObject } from './json.js'
import { findReferenced } from './json-schema-references.js'
import { isStandardSchema, type JsonSchema, type ToolSchema } from './schema.js'

/** Whether a schema is read as what goes in, or as what comes out. */
export type SchemaDirection = 'input' | 'output'

const kept = { input: new WeakMap<object, JsonSchema>(), output: new WeakMap<object, JsonSchema>() }

/** The JSON Schema of a schema, draft 2020-12, as its library says it. Made once. */
export function toJsonSchema(schema: ToolSchema, direction: SchemaDirection): JsonSchema {
  if (!isStandardSchema(schema)) return schema
  const known = kept[direction].get(schema)
  if (known) return known
  const made = convert(schema['~standard'].jsonSchema[direction])
  kept[direction].set(schema, made)
  return made
}

/** The names of the fields at the top of an object schema, with those of its local references and compositions. */
export function schemaKeys(schema: JsonSchema): readonly string[] {
  const keys = new Set<string>()
  collectKeys(schema, schema, keys, new Set())
  return [...keys]
}

function convert(
  from: (options: { target: 'draft-2020-12' }) => Record<string, unknown>,
): JsonSchema {
  try {
    return from({ target: 'draft-2020-12' }) as JsonSchema
  } catch (cause) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.schema_not_describable',
      message: `the schema cannot be turned into JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    })
  }
}

function collectKeys(root: JsonSchema, node: unknown, keys: Set<string>, seen: Set<unknown>): void {
  if (!isPlainObject(node) || seen.has(node)) return
  seen.add(node)
  if (isPlainObject(node['properties'])) {
    for (const key of Object.keys(node['properties'])) keys.add(key)
  }
  if (typeof node['$ref'] === 'string') {
    collectKeys(root, findReferenced(root, node['$ref']), keys, seen)
  }
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const parts = node[word]
    if (Array.isArray(parts)) for (const part of parts) collectKeys(root, part, keys, seen)
  }
}
