import { sha256Hex } from '#sha256'
import { isPlainObject } from '../json.js'
import { holdsByName, isLiteral, unescapePointer } from '../json-schema-references.js'
import { canonicalJson } from './stable-json.js'

/** A schema with those definitions that it leads to, each named by what it says. */
export function nameDefinitions(
  root: Record<string, unknown>,
  defs: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const names = nameByContent(defs)
  const rename = (name: string) => names.get(name)
  const reached = reach(root, defs)
  const named = [...defs]
    .filter(([name]) => reached.has(name))
    .map(([name, def]) => [names.get(name), renameReferences(def, rename)])
  const renamed = renameReferences(root, rename) as Record<string, unknown>
  return named.length > 0 ? { ...renamed, $defs: Object.fromEntries(named) } : renamed
}

/**
 * Definitions may lead to each other in circles, so a name cannot be the hash of what it names. Instead each name takes in,
 * round by round, the names of what its definition leads to; after as many rounds as there are definitions it has taken in all.
 */
function nameByContent(defs: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  let names = new Map([...defs.keys()].map((name) => [name, '']))
  for (let round = 0; round <= defs.size; round++) {
    const before = names
    const rename = (name: string) => before.get(name)
    const hashOf = (def: unknown) => sha256Hex(canonicalJson(renameReferences(def, rename)))
    names = new Map([...defs].map(([name, def]) => [name, hashOf(def)]))
  }
  return new Map([...names].map(([name, hash]) => [name, `s${hash.slice(0, 12)}`]))
}

function reach(root: unknown, defs: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (node: unknown) => {
    renameReferences(node, (name) => {
      if (!reached.has(name)) {
        reached.add(name)
        visit(defs.get(name))
      }
      return undefined
    })
  }
  visit(root)
  return reached
}

/** A copy in which references to definitions go by other names. */
function renameReferences(node: unknown, rename: (name: string) => string | undefined): unknown {
  if (Array.isArray(node)) return node.map((inner) => renameReferences(inner, rename))
  if (!isPlainObject(node)) return node
  return mapValues(node, (value, key) => {
    if (isLiteral(key)) return value
    if (key === '$ref' && typeof value === 'string') return renameReference(value, rename)
    if (holdsByName(key) && isPlainObject(value)) {
      return mapValues(value, (inner) => renameReferences(inner, rename))
    }
    return renameReferences(value, rename)
  })
}

function renameReference(reference: string, rename: (name: string) => string | undefined): string {
  const match = /^#\/(?:\$defs|definitions)\/([^/]+)(.*)$/.exec(reference)
  if (match?.[1] === undefined) return reference
  const name = rename(unescapePointer(match[1]))
  return name === undefined ? reference : `#/$defs/${name}${match[2]}`
}

/** Through entries, so that a key called `__proto__` stays one. */
function mapValues(
  object: Record<string, unknown>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}
