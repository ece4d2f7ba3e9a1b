import fc from 'fast-check'
import semver from 'semver'
import { compareSemver, parseSemver } from '../../src/semver.js'
import { parseSemverRange, satisfiesRange } from '../../src/semver-range.js'
import { semverText } from './arbitraries.js'
import { type Trial } from './law.js'

/** Our order of two versions is that of the `semver` package. */
export function orderIsThatOfSemver({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(semverText, semverText, (a, b) => {
      const ours = [parseSemver(a), parseSemver(b)] as const
      if (!ours[0] || !ours[1]) throw new Error(`${a} or ${b} was not read`)
      return Math.sign(compareSemver(ours[0], ours[1])) === semver.compare(a, b)
    }),
    { numRuns: runs, seed },
  )
}

const digit = fc.nat({ max: 3 }).map(String)
const wild = fc.constantFrom('x', 'X', '*')
const partial = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(digit, digit, digit) },
  fc.tuple(digit, digit),
  fc.tuple(digit),
  fc.tuple(digit, digit, wild),
  fc.tuple(digit, wild),
  fc.tuple(wild),
)
const bound = fc
  .tuple(partial, fc.option(fc.constantFrom('alpha', 'beta.1', '0', '2'), { freq: 3 }))
  .map(([parts, tail]) => {
    const full = parts.length === 3 && parts.every((part) => /\d/.test(part))
    return tail !== null && full ? `${parts.join('.')}-${tail}` : parts.join('.')
  })
const comparator = fc
  .tuple(fc.constantFrom('', '=', '<', '<=', '>', '>=', '^', '~'), fc.constantFrom('', ' '), bound)
  .map((words) => words.join('').trim())
const range = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(comparator, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
      },
      fc.tuple(bound, bound).map((ends) => ends.join(' - ')),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .filter((alternatives) => alternatives.length === 1 || !alternatives.some(isAnything))
  .map((alternatives) => alternatives.join(' || '))
const smallVersion = fc
  .tuple(digit, digit, digit, fc.option(fc.constantFrom('alpha', 'beta.1', '0', '2')))
  .map(([a, b, c, tail]) => `${a}.${b}.${c}${tail === null ? '' : `-${tail}`}`)
  .filter((version) => !version.startsWith('0.0.0-'))

/**
 * A version is in a range exactly when the `semver` package says so, but for two habits of that package:
 * it drops `>=0.0.0`, which prereleases of 0.0.0 fail, and it forgets the other alternatives beside `*`.
 */
export function rangesAreThoseOfSemver({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(smallVersion, range, (version, wanted) => {
      const parsed = parseSemver(version)
      const theirs =
        semver.validRange(wanted) === null ? undefined : semver.satisfies(version, wanted)
      const ours = parseSemverRange(wanted)
      return (parsed && ours && satisfiesRange(parsed, ours)) === theirs
    }),
    { numRuns: runs, seed },
  )
}

function isAnything(alternative: string): boolean {
  return semver.validRange(alternative) === '*'
}
