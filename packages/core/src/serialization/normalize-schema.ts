import { sha256Hex } from '#sha256'
import { isPlainObject } from '../json.js'
import { holdsByName, isLiteral, unescapePointer } from '../json-schema-references.js'
import { type JsonSchema } from '../schema.js'
import { canonicalJson } from './stable-json.js'

/**
 * The same bytes for the same meaning: sets in order, definitions named by their content and not by who made them,
 * those that nothing leads to left out. The dialect is known, and is not said again in every schema.
 */
export function normalizeSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  const { $schema: _, $defs, definitions, ...root } = schema
  const defs = new Map(Object.entries({ ...asObject(definitions), ...asObject($defs) }))
  if (defs.size === 0) return rewrite(root, () => undefined) as JsonSchema

  const names = nameByContent(defs)
  const rename = (name: string) => names.get(name)
  const reached = reach(root, defs)
  const renamed = [...defs]
    .filter(([name]) => reached.has(name))
    .map(([name, def]) => [names.get(name), rewrite(def, rename)])
  return {
    ...(rewrite(root, rename) as JsonSchema),
    ...(renamed.length > 0 && { $defs: Object.fromEntries(renamed) as JsonSchema }),
  }
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
    names = new Map(
      [...defs].map(([name, def]) => [name, sha256Hex(canonicalJson(rewrite(def, rename)))]),
    )
  }
  return new Map([...names].map(([name, hash]) => [name, `s${hash.slice(0, 12)}`]))
}

function reach(root: unknown, defs: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (node: unknown) => {
    rewrite(node, (name) => {
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

/** Keywords whose lists are sets. */
const SETS = new Set(['required', 'type'])

/** A copy with its sets in order and its references to definitions renamed. */
function rewrite(node: unknown, rename: (name: string) => string | undefined): unknown {
  if (Array.isArray(node)) return node.map((inner) => rewrite(inner, rename))
  if (!isPlainObject(node)) return node
  const entries = Object.entries(node).map(([key, value]): [string, unknown] => {
    if (isLiteral(key)) return [key, value]
    if (holdsByName(key) && isPlainObject(value)) {
      return [
        key,
        Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, rewrite(inner, rename)]),
        ),
      ]
    }
    if (key === '$ref' && typeof value === 'string') return [key, rewriteReference(value, rename)]
    if (SETS.has(key) && Array.isArray(value)) return [key, value.map(String).toSorted()]
    return [key, rewrite(value, rename)]
  })
  return Object.fromEntries(entries)
}

function rewriteReference(reference: string, rename: (name: string) => string | undefined): string {
  const match = /^#\/(?:\$defs|definitions)\/([^/]+)(.*)$/.exec(reference)
  if (match?.[1] === undefined) return reference
  const name = rename(unescapePointer(match[1]))
  return name === undefined ? reference : `#/$defs/${name}${match[2]}`
}

function asObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}
