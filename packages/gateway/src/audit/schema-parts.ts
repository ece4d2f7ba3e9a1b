/** An object that is, or may be, a JSON Schema. */
export type SchemaNode = Readonly<Record<string, unknown>>

/**
 * Schemas with all that may apply to the same value through them: references, and every branch of what is composed.
 * `undefined` where a reference leads nowhere, and so nobody can say.
 */
export function withImplied(
  root: SchemaNode,
  schemas: readonly unknown[],
): readonly SchemaNode[] | undefined {
  const known = new Set<SchemaNode>()
  const waiting: unknown[] = [...schemas]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!isNode(node) || known.has(node)) continue
    known.add(node)
    for (const word of ['$ref', '$dynamicRef']) {
      const reference = node[word]
      if (reference === undefined) continue
      const target = follow(root, reference)
      if (target === undefined) return undefined
      waiting.push(target)
    }
    for (const word of ['allOf', 'anyOf', 'oneOf']) waiting.push(...listOf(node[word]))
    for (const word of ['if', 'then', 'else', 'not']) waiting.push(node[word])
    waiting.push(...Object.values(mapOf(node['dependentSchemas'])))
  }
  return [...known]
}

/** What may apply to an item of a list. */
export function itemSchemas(parts: readonly SchemaNode[], index: number): unknown[] {
  return parts.flatMap((part) => {
    const first = listOf(part['prefixItems'])[index]
    return [first ?? part['items'], part['contains'], part['unevaluatedItems']]
  })
}

/** What may apply to a field of an object. */
export function fieldSchemas(parts: readonly SchemaNode[], key: string): unknown[] {
  return parts.flatMap((part) => {
    const properties = mapOf(part['properties'])
    const named = Object.hasOwn(properties, key) ? [properties[key]] : []
    const byPattern = Object.entries(mapOf(part['patternProperties'])).flatMap(
      ([pattern, schema]) => (mayMatch(pattern, key) ? [schema] : []),
    )
    const said = [...named, ...byPattern]
    return said.length > 0 ? said : [part['additionalProperties'], part['unevaluatedProperties']]
  })
}

function mayMatch(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return true
  }
}

/** Where a pointer inside of the schema leads to. */
function follow(root: SchemaNode, reference: unknown): unknown {
  if (reference === '#') return root
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  let node: unknown = root
  for (const token of reference.slice(2).split('/')) {
    const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = Reflect.get(node, key)
  }
  return node
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapOf(value: unknown): SchemaNode {
  return isNode(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
