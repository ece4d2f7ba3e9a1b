import { canonicalJson, type JsonValue } from '@armorer/core'
import { sha256 } from './audit.js'

/** A value, and its canonical JSON. */
export interface Canonical {
  readonly value: JsonValue
  readonly text: string
}

/** A value as it is kept: nothing in it that JSON cannot say, and nothing that anyone else holds. */
export function toCanonical(given: unknown): Canonical {
  // The text is that of the copy: what is given may not say the same twice.
  const copy = copyOf(given)
  const text = canonicalJson(copy)
  // It has a text, so it is JSON.
  return { value: copy as JsonValue, text }
}

/** What `JSON.parse` would make of its canonical text, in less than half the time. What JSON cannot say is left as it is, to be refused. */
export function copyOf(value: unknown, depth = 0): unknown {
  // No number is less than nothing by nothing.
  if (typeof value === 'number') return value + 0
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of inOrder(Object.keys(value))) {
    const field = copyOf(value[key], depth + 1)
    // JSON leaves it out.
    if (field === undefined) continue
    if (key === '__proto__') Object.defineProperty(copy, key, { ...OWN, value: field })
    else copy[key] = field
  }
  return copy
}

/** What lies deeper has no canonical text, and a cycle lies deeper than anything. */
const DEEPEST = 500
const OWN = { configurable: true, enumerable: true, writable: true }

/** Most are. */
function inOrder(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index] ?? '') < (keys[index - 1] ?? '')) return keys.toSorted()
  }
  return keys
}

/** What makes two requests the same: operation, account and arguments, whatever the order of keys or the form of Unicode. */
export function contentDigest(operation: string, account: string, identity: Canonical): string {
  const { value, text } = identity
  // A text in that form has no part in another, so nearly always there is nothing to bring into it.
  const isNfc = ASCII.test(text) || text.normalize('NFC') === text
  const args = isNfc ? text : canonicalJson(mapDeep(value, toNfc))
  const [by, of] = [JSON.stringify(account), JSON.stringify(operation)]
  return sha256(`{"account":${by},"args":${args},"operation":${of}}`)
}

/** Which is in that form whatever it says. */
const ASCII = /^[ -~]*$/

/** The same text with half characters replaced: no hash exists for them. */
export function wellFormed(value: unknown): unknown {
  return mapDeep(value, (leaf) =>
    typeof leaf === 'string' ? leaf.replaceAll(/\p{Surrogate}/gu, '\ufffd') : leaf,
  )
}

/** A JSON value that nobody can change any more. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) frozen(inner)
    Object.freeze(value)
  }
  return value
}

function toNfc(leaf: unknown): unknown {
  return typeof leaf === 'string' ? leaf.normalize('NFC') : leaf
}

function mapDeep(value: unknown, map: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, map))
  if (!isPlainObject(value)) return map(value)
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries.map(([key, field]) => [key, mapDeep(field, map)]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
