import { isPlainObject } from '../json.js'
import { holdsByName, isLiteral } from '../json-schema-references.js'
import { type JsonSchema } from '../schema.js'
import { nameDefinitions } from './name-definitions.js'

/**
 * The same bytes for the same meaning: sets in order, definitions named by their content and not by who made them,
 * those that nothing leads to left out. The dialect is known, and is not said again in every schema.
 */
export function normalizeSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  const { $schema: _, ...copy } = withSortedSets(schema) as Record<string, unknown>
  if (copy['$defs'] === undefined && copy['definitions'] === undefined) return copy as JsonSchema
  return nameDefinitions(copy) as JsonSchema
}

/** A copy in which `required`, and `type` where it lists several, are in order: they mean the same in any. */
function withSortedSets(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withSortedSets)
  if (!isPlainObject(node)) return node
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(node)) put(copy, key, sortedValue(key, node[key]))
  return copy
}

function sortedValue(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isLiteral(key)) return value
  if (holdsByName(key) && isPlainObject(value)) {
    const copy: Record<string, unknown> = {}
    for (const name of Object.keys(value)) put(copy, name, withSortedSets(value[name]))
    return copy
  }
  if ((key === 'required' || key === 'type') && isListOfText(value)) return value.toSorted()
  return withSortedSets(value)
}

/** Assigning to `__proto__` would not make a key of it. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
