import { canonicalJson, type JsonValue } from '@armorer/core'
import { sha256 } from './audit.js'

/** The same value without fields that hold `undefined`, as JSON leaves them out. What JSON cannot say is refused later. */
export function withoutUndefined(value: unknown): unknown {
  return holdsUndefined(value) ? mapDeep(value, (leaf) => leaf) : value
}

/** Most hold none, and a copy of them would be all the work. */
function holdsUndefined(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUndefined)
  if (!isPlainObject(value)) return value === undefined
  for (const key of Object.keys(value)) if (holdsUndefined(value[key])) return true
  return false
}

/** A value, and its canonical JSON. */
export interface Canonical {
  readonly value: JsonValue
  readonly text: string
}

/** A value as it is kept: nothing in it that JSON cannot say, and nothing that anyone else holds. */
export function toCanonical(given: unknown): Canonical {
  const text = canonicalJson(withoutUndefined(given))
  return { value: JSON.parse(text), text }
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
