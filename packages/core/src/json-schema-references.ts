import { isPlainObject, type Path } from './json.js'

/** A `$ref` that leads nowhere, or round in a circle without ever meeting a schema. Trees that nest themselves are fine. */
export function findBrokenReference(
  schema: Record<string, unknown>,
): { path: Path; reason: string } | undefined {
  const judge = createJudge(schema)
  let broken: { path: Path; reason: string } | undefined
  visitSchemas(schema, [], (node, path) => {
    const { $ref } = node
    const reason = broken || typeof $ref !== 'string' ? undefined : judge($ref)
    if (reason !== undefined) broken = { path: [...path, '$ref'], reason }
  })
  return broken
}

/** What a local reference points at; `undefined` where there is nothing. */
export function findReferenced(root: unknown, reference: string): unknown {
  if (reference === '#' || reference.startsWith('#/')) return followPointer(root, reference)
  return reference.startsWith('#') ? listAnchors(root).get(reference.slice(1)) : undefined
}

/** Calls back for every object that is a schema, and for none that is a value, a list of names, or an extension. */
export function visitSchemas(
  node: unknown,
  path: Path,
  visit: (schema: Record<string, unknown>, path: Path) => void,
): void {
  if (Array.isArray(node)) {
    for (const [index, inner] of node.entries()) visitSchemas(inner, [...path, index], visit)
    return
  }
  if (!isPlainObject(node)) return
  visit(node, path)
  for (const [key, inner] of Object.entries(node)) {
    if (typeof inner !== 'object' || inner === null || isLiteral(key)) continue
    if (!holdsByName(key)) visitSchemas(inner, [...path, key], visit)
    else {
      for (const [name, schema] of Object.entries(inner)) {
        visitSchemas(schema, [...path, key, name], visit)
      }
    }
  }
}

/** Keywords that hold values and not schemas; extensions may hold anything. */
export function isLiteral(keyword: string): boolean {
  return LITERAL.has(keyword) || keyword.startsWith('x-')
}

const LITERAL = new Set(['const', 'default', 'discriminator', 'enum', 'example', 'examples'])

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

/** Says what is wrong with a reference. What was found good is remembered, and so is where anchors are. */
function createJudge(root: Record<string, unknown>): (reference: string) => string | undefined {
  const good = new Set<string>()
  let anchors: ReadonlyMap<string, unknown> | undefined

  const find = (reference: string): unknown => {
    if (reference === '#' || reference.startsWith('#/')) return followPointer(root, reference)
    anchors ??= listAnchors(root)
    return anchors.get(reference.slice(1))
  }

  return (reference) => {
    const way: string[] = []
    for (let next: unknown = reference; typeof next === 'string' && !good.has(next);) {
      const shown = next.slice(0, 200)
      if (!next.startsWith('#')) {
        return `leads to ${shown}, outside of the schema; bring it in under $defs`
      }
      if (way.includes(next)) return `leads round in a circle through ${shown}`
      way.push(next)
      if (way.length > MAX_HOPS) return `leads through over ${MAX_HOPS} references`
      const target = find(next)
      if (!isPlainObject(target) && typeof target !== 'boolean') {
        return `leads to ${shown}, where no schema is`
      }
      next = isPlainObject(target) && isOnlyReference(target) ? target['$ref'] : undefined
    }
    for (const step of way) good.add(step)
    return undefined
  }
}

const MAX_HOPS = 100

/** With a keyword beside it there is something to hold on to, and the reference only adds to it. */
function isOnlyReference(schema: Record<string, unknown>): boolean {
  return Object.keys(schema).every((key) => REFERENCE_ONLY.has(key))
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

function followPointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  return reference.slice(2).split('/').reduce<unknown>(stepInto, root)
}

function stepInto(node: unknown, token: string): unknown {
  const key = unescapePointer(token)
  if (Array.isArray(node)) return node[Number(key)] as unknown
  return isPlainObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

function listAnchors(root: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>()
  visitSchemas(root, [], (schema) => {
    for (const anchor of [schema['$anchor'], schema['$dynamicAnchor']]) {
      if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, schema)
    }
  })
  return anchors
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
