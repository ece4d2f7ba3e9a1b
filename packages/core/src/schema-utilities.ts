import { isToolError } from './errors.js'
import { isPlainObject } from './json.js'
import { findReferenced } from './json-schema-references.js'
import { type JsonSchema, type SchemaDirection, type ToolSchema } from './schema.js'
import { describeSchema } from './serialization/describe-schema.js'

/** The JSON Schema of a schema, draft 2020-12. What it leaves out, serialization reports. */
export function toJsonSchema(schema: ToolSchema, direction: SchemaDirection): JsonSchema {
  return describeSchema(schema, direction).schema
}

/** The names of the fields at the top of an object schema, with those of its local references and compositions. */
export function schemaKeys(schema: JsonSchema): readonly string[] {
  const keys = new Set<string>()
  collectKeys(schema, schema, keys, new Set())
  return [...keys]
}

/** The names of a tool's parameters; none where its schema cannot be described, which is reported where it is serialized. */
export function inputKeys({ input }: { readonly input: ToolSchema }): readonly string[] {
  try {
    return schemaKeys(toJsonSchema(input, 'input'))
  } catch (error) {
    if (isToolError(error)) return []
    throw error
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
