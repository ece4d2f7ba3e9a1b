import { isPlainObject } from '../json.js'
import { holdsByName, isLiteral } from '../json-schema-references.js'
import { type JsonSchema } from '../schema.js'
import { nameDefinitions } from './name-definitions.js'

/**
 * The same bytes for the same meaning: sets in order, definitions named by their content and not by who made them,
 * those that nothing leads to left out. The dialect is known, and is not said again in every schema.
 * Takes the schema over: whoever needs it as it was passes a copy.
 */
export function normalizeSchema(schema: Record<string, unknown>): JsonSchema {
  delete schema['$schema']
  sortSets(schema)
  const { $defs, definitions, ...root } = schema
  if ($defs === undefined && definitions === undefined) return schema as JsonSchema
  const defs = { ...asObject(definitions), ...asObject($defs) }
  return nameDefinitions(root, new Map(Object.entries(defs))) as JsonSchema
}

/** `required`, and `type` where it lists several, mean the same in any order. */
function sortSets(node: unknown): void {
  if (Array.isArray(node)) {
    for (const inner of node) sortSets(inner)
    return
  }
  if (!isPlainObject(node)) return
  for (const key of Object.keys(node)) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || isLiteral(key)) continue
    if ((key === 'required' || key === 'type') && Array.isArray(value)) {
      node[key] = value.map(String).toSorted()
    } else if (holdsByName(key)) {
      for (const inner of Object.values(value)) sortSets(inner)
    } else {
      sortSets(value)
    }
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}
