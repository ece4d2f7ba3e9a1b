import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { digest } from '../../src/digest.js'
import { type JsonValue } from '../../src/json.js'
import { canonicalJson } from '../../src/serialization/stable-json.js'
import { sha256Hex as nodeSha256 } from '../../src/sha256/node.js'
import { sha256Hex as portableSha256 } from '../../src/sha256/portable.js'
import { dice, json, shuffleKeys, text } from './arbitraries.js'
import { type Trial } from './law.js'

/** Two values share a digest exactly when they mean the same: whatever their key order, and never `1` for `"1"`. */
export function digestsTellMeaningsApart({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(json, json, dice, (value, other, numbers) => {
      const random = () => numbers.next().value ?? 0
      const twin = shuffleKeys(value, random)
      const near = changeOneThing(value, random)
      return (
        digest(value) === digest(twin) &&
        (digest(value) === digest(near)) === meansTheSame(value, near) &&
        (digest(value) === digest(other)) === meansTheSame(value, other)
      )
    }),
    { numRuns: runs, seed },
  )
}

/** Our canonical text is that of the `canonicalize` package. */
export function textIsThatOfCanonicalize({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(json, (value) => canonicalJson(value) === canonicalize(value)),
    { numRuns: runs, seed },
  )
}

/** The two implementations of SHA-256 are each other's oracle. */
export function hashesAgree({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(
      fc.oneof(text, fc.string({ unit: 'binary', minLength: 50, maxLength: 300 })),
      (input) => {
        return nodeSha256(input) === portableSha256(input)
      },
    ),
    { numRuns: runs, seed },
  )
}

/** JSON has one zero. */
function meansTheSame(a: JsonValue, b: JsonValue): boolean {
  return isDeepStrictEqual(oneZero(a), oneZero(b))
}

function oneZero(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(oneZero)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, oneZero(inner)]))
  }
  return Object.is(value, -0) ? 0 : value
}

/** A near miss: one number as text, one element more, one key renamed. */
function changeOneThing(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.3) return [...value, null]
    const at = Math.floor(random() * value.length)
    return value.map((inner: JsonValue, index) =>
      index === at ? changeOneThing(inner, random) : inner,
    )
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    const at = Math.floor(random() * entries.length)
    if (entries.length === 0) return [value]
    return Object.fromEntries(
      entries.map(([key, inner], index) => {
        if (index !== at) return [key, inner]
        return random() < 0.5 ? [`${key}'`, inner] : [key, changeOneThing(inner, random)]
      }),
    )
  }
  return typeof value === 'string' ? `${value} ` : String(value)
}
