import fc from 'fast-check'
import { type JsonValue } from '../../src/json.js'

/** Any text that UTF-8 can hold. */
export const text = fc.string({ unit: 'binary' })

/** One part of an identity: any text but the few that are refused. */
const idPart = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((part) => !['__proto__', 'constructor', 'prototype'].includes(part))

export const identity = fc.record(
  { namespace: idPart, name: idPart, version: idPart },
  { requiredKeys: ['name'] },
)

const prereleasePart = fc.oneof(
  fc.nat({ max: 12 }).map(String),
  fc.stringMatching(/^[0-9a-z-]{0,3}[a-z-]$/),
)

/** A semver version from a small world, so that pairs often share their beginning. */
export const semverText = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 3 }) }, fc.maxSafeNat()), {
      minLength: 3,
      maxLength: 3,
    }),
    fc.array(prereleasePart, { maxLength: 3 }),
    fc.array(fc.stringMatching(/^[0-9A-Za-z-]{1,3}$/), { maxLength: 2 }),
  )
  .map(([release, prerelease, build]) => {
    const tail = prerelease.length > 0 ? `-${prerelease.join('.')}` : ''
    return `${release.join('.')}${tail}${build.length > 0 ? `+${build.join('.')}` : ''}`
  })

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
  // Numbers and their texts must never be taken for each other.
  fc.integer({ min: -3, max: 3 }).map(String),
)

export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('a', 'b', '1', '__proto__')), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value

/** Numbers from 0 to 1, as many as are asked for. */
export const dice = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))

/** The same value with the keys of every object in another order. */
export function shuffleKeys(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) return value.map((inner: JsonValue) => shuffleKeys(inner, random))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => ({
    key,
    inner: shuffleKeys(inner, random),
    at: random(),
  }))
  return Object.fromEntries(
    entries.toSorted((a, b) => a.at - b.at).map(({ key, inner }) => [key, inner]),
  )
}
