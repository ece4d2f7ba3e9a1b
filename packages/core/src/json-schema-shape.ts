import { isPlainObject, type Path } from './json.js'
import { findReferenced, holdsByName, isLiteral } from './json-schema-references.js'

/** Keywords that hold one schema. */
const ONE = new Set([
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** Keywords that hold a list of schemas. */
const MANY = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** The first keyword that holds what no draft lets it hold: readers of the schema may rely on the rest. */
export function findMalformed(
  schema: unknown,
  path: Path = [],
): { path: Path; reason: string } | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isPlainObject(schema)) return { path, reason: 'must be a schema: an object, true or false' }
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword]
    const found = isLiteral(keyword) ? undefined : findMalformedKeyword(keyword, value, at)
    if (found) return found
  }
  return undefined
}

function findMalformedKeyword(keyword: string, value: unknown, path: Path) {
  if (holdsByName(keyword)) {
    if (!isPlainObject(value)) return { path, reason: 'must be an object of schemas' }
    return findFirst(Object.entries(value), path)
  }
  if (MANY.has(keyword) || (keyword === 'items' && Array.isArray(value))) {
    if (!Array.isArray(value)) return { path, reason: 'must be an array of schemas' }
    return findFirst([...value.entries()], path)
  }
  if (ONE.has(keyword) || keyword === 'items') return findMalformed(value, path)
  if (keyword === 'required' && !isListOfText(value)) {
    return { path, reason: 'must be an array of strings' }
  }
  if (keyword === 'type' && typeof value !== 'string' && !isListOfText(value)) {
    return { path, reason: 'must be a string or an array of strings' }
  }
  if (keyword === '$ref' && typeof value !== 'string') return { path, reason: 'must be a string' }
  return undefined
}

/** Whether whatever fits the schema is an object, so that it can be the arguments of a call. */
export function describesObject(root: unknown): boolean {
  const describes = (schema: unknown, above: readonly unknown[]): boolean => {
    if (!isPlainObject(schema) || above.includes(schema)) return false
    const { type, $ref, anyOf, oneOf, allOf } = schema
    if (type !== undefined) return type === 'object'
    const within = [...above, schema]
    if (typeof $ref === 'string') return describes(findReferenced(root, $ref), within)
    const options = anyOf ?? oneOf
    if (Array.isArray(options)) {
      return options.length > 0 && options.every((option) => describes(option, within))
    }
    return Array.isArray(allOf) && allOf.some((part) => describes(part, within))
  }
  return describes(root, [])
}

function findFirst(entries: ReadonlyArray<[string | number, unknown]>, path: Path) {
  for (const [key, value] of entries) {
    const found = findMalformed(value, [...path, key])
    if (found) return found
  }
  return undefined
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
