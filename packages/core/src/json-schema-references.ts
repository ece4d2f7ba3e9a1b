import { isPlainObject, type Path } from './json.js'

/** A `$ref` that leads nowhere, or round in a circle without ever meeting a schema. Trees that nest themselves are fine. */
export function findBrokenReference(
  schema: Record<string, unknown>,
): { path: Path; reason: string } | undefined {
  return findBelow(schema, schema, [])
}

/** What a local reference points at; `undefined` where there is nothing. */
export function findReferenced(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (reference.startsWith('#/')) {
    return reference.slice(2).split('/').reduce<unknown>(stepInto, root)
  }
  return reference.startsWith('#') ? findAnchor(root, reference.slice(1)) : undefined
}

function findBelow(
  root: Record<string, unknown>,
  node: unknown,
  path: Path,
): { path: Path; reason: string } | undefined {
  if (Array.isArray(node)) {
    return firstOf(node.entries(), (inner, key) => findBelow(root, inner, [...path, key]))
  }
  if (!isPlainObject(node)) return undefined
  const reason = reasonAgainst(root, node['$ref'])
  if (reason !== undefined) return { path: [...path, '$ref'], reason }
  return firstOf(Object.entries(node), (inner, key) => {
    if (isLiteral(key)) return undefined
    if (!holdsByName(key) || !isPlainObject(inner)) return findBelow(root, inner, [...path, key])
    return firstOf(Object.entries(inner), (schema, name) =>
      findBelow(root, schema, [...path, key, name]),
    )
  })
}

function reasonAgainst(root: Record<string, unknown>, reference: unknown): string | undefined {
  // A property may be called `$ref`; then its value is a schema.
  if (typeof reference !== 'string') return undefined
  const seen = new Set<unknown>()
  for (let next: unknown = reference; typeof next === 'string';) {
    if (!next.startsWith('#'))
      return `leads to ${next.slice(0, 200)}, outside of the schema; bring it in under $defs`
    const target = findReferenced(root, next)
    if (!isPlainObject(target) && typeof target !== 'boolean')
      return `leads to ${next.slice(0, 200)}, where no schema is`
    if (seen.has(target)) return `leads round in a circle through ${next.slice(0, 200)}`
    seen.add(target)
    // With a sibling keyword there is something to hold on to, and the reference only adds to it.
    next =
      isPlainObject(target) && Object.keys(target).every((key) => REFERENCE_ONLY.has(key))
        ? target['$ref']
        : undefined
  }
  return undefined
}

const REFERENCE_ONLY = new Set([
  '$ref',
  '$defs',
  'definitions',
  'description',
  'title',
  '$comment',
  '$schema',
  '$id',
])

/** Keywords that hold values and not schemas. */
export function isLiteral(keyword: string): boolean {
  return (
    keyword === 'const' || keyword === 'enum' || keyword === 'default' || keyword === 'examples'
  )
}

/** Keywords that hold schemas by name: a field may be called `required`, `default` or `$ref`. */
export function holdsByName(keyword: string): boolean {
  return BY_NAME.has(keyword)
}

const BY_NAME = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
])

/** One step of a JSON Pointer in a URL, as it was before it was escaped. */
export function unescapePointer(token: string): string {
  return decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function stepInto(node: unknown, token: string): unknown {
  const key = unescapePointer(token)
  if (Array.isArray(node)) return node[Number(key)] as unknown
  return isPlainObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

function findAnchor(node: unknown, anchor: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined
  if (isPlainObject(node) && (node['$anchor'] === anchor || node['$dynamicAnchor'] === anchor))
    return node
  return firstOf(Object.entries(node), (inner) => findAnchor(inner, anchor))
}

function firstOf<Key, Value, Found>(
  entries: Iterable<[Key, Value]>,
  find: (value: Value, key: Key) => Found | undefined,
): Found | undefined {
  for (const [key, value] of entries) {
    const found = find(value, key)
    if (found !== undefined) return found
  }
  return undefined
}
