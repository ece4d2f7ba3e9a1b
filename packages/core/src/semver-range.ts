import { compareSemver, parseSemver, type PrereleaseIdentifier, type Semver } from './semver.js'

interface Comparator {
  readonly operator: '<' | '<=' | '>' | '>=' | '='
  readonly version: Semver
}

/** `1.x`: the parts that are said, up to the first that is not. */
interface Partial {
  readonly parts: readonly number[]
  readonly prerelease: readonly PrereleaseIdentifier[]
}

/** Alternatives, in each of which every comparator must hold. */
export type SemverRange = ReadonlyArray<readonly Comparator[]>

/** The ranges of npm: `^1.2`, `~1.2.3`, `>=1 <3`, `1.x || 2.x`, `1.2 - 2.3`. */
export function parseSemverRange(text: string): SemverRange | undefined {
  if (text.length > 256) return undefined
  const alternatives = text.split('||').map(parseAlternative)
  return alternatives.every((alternative) => alternative !== undefined) ? alternatives : undefined
}

export function satisfiesRange(version: Semver, range: SemverRange): boolean {
  return range.some(
    (comparators) =>
      comparators.every((comparator) => holds(version, comparator)) &&
      (version.prerelease.length === 0 || comparators.some((one) => names(one, version))),
  )
}

/** A prerelease is only meant by who names one of the same release. */
function names({ version }: Comparator, prerelease: Semver): boolean {
  return (
    version.prerelease.length > 0 &&
    version.release.every((part, index) => part === prerelease.release[index])
  )
}

function holds(version: Semver, { operator, version: bound }: Comparator): boolean {
  const order = compareSemver(version, bound)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '=':
      return order === 0
  }
}

function parseAlternative(text: string): readonly Comparator[] | undefined {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(text)
  if (hyphen) {
    const from = parseComparator(`>=${hyphen[1]}`)
    const to = parseComparator(`<=${hyphen[2]}`)
    return from && to && [...from, ...to]
  }
  const words = text
    .trim()
    .replaceAll(/(<=?|>=?|=|\^|~>?)\s+/g, '$1')
    .split(/\s+/)
  const comparators = words.map(parseComparator)
  return comparators.every((one) => one !== undefined) ? comparators.flat() : undefined
}

function parseComparator(word: string): readonly Comparator[] | undefined {
  if (word === '') return []
  const match = /^(<=?|>=?|=|\^|~>?)?(.+)$/.exec(word)
  const partial = match?.[2] === undefined ? undefined : parsePartial(match[2])
  return partial && toComparators(match?.[1] ?? '=', partial)
}

function parsePartial(text: string): Partial | undefined {
  const full = parseSemver(text)
  if (full) return { parts: full.release, prerelease: full.prerelease }
  const match = PARTIAL.exec(text)
  if (!match) return undefined
  const said = match.slice(1).map(Number)
  const end = said.findIndex(Number.isNaN)
  const parts = said.slice(0, end === -1 ? 3 : end)
  return parts.every(Number.isSafeInteger) ? { parts, prerelease: [] } : undefined
}

const PART = '(0|[1-9]\\d*|[xX*])'
const PARTIAL = new RegExp(`^v?${PART}(?:\\.${PART}(?:\\.${PART})?)?$`)

function toComparators(operator: string, partial: Partial): readonly Comparator[] {
  const { parts, prerelease } = partial
  const floor: Comparator = { operator: '>=', version: version(parts, prerelease) }
  if (parts.length === 0) return operator === '<' || operator === '>' ? [NOTHING] : []
  switch (operator) {
    case '>=':
      return [floor]
    case '<':
      return [below(parts, prerelease)]
    case '>':
      return parts.length === 3
        ? [{ operator: '>', version: floor.version }]
        : [{ operator: '>=', version: version(increment(parts, parts.length - 1)) }]
    case '<=':
      return parts.length === 3
        ? [{ operator: '<=', version: floor.version }]
        : [below(increment(parts, parts.length - 1))]
    case '^':
      return [floor, below(increment(parts, firstNonZero(parts)))]
    case '~':
    case '~>':
      return [floor, below(increment(parts, Math.min(1, parts.length - 1)))]
    default:
      return parts.length === 3
        ? [{ operator: '=', version: floor.version }]
        : [floor, below(increment(parts, parts.length - 1))]
  }
}

/** Less than the release, and than all of its prereleases. */
function below(
  parts: readonly number[],
  prerelease: readonly PrereleaseIdentifier[] = [],
): Comparator {
  const full = parts.length === 3 && prerelease.length > 0
  return { operator: '<', version: version(parts, full ? prerelease : [0]) }
}

function version(
  [major = 0, minor = 0, patch = 0]: readonly number[],
  prerelease: readonly PrereleaseIdentifier[] = [],
): Semver {
  return { release: [major, minor, patch], prerelease, build: '' }
}

function increment(parts: readonly number[], at: number): readonly number[] {
  return parts.slice(0, at + 1).map((part, index) => (index === at ? part + 1 : part))
}

function firstNonZero(parts: readonly number[]): number {
  const at = parts.findIndex((part) => part !== 0)
  return at === -1 ? parts.length - 1 : at
}

const NOTHING: Comparator = { operator: '<', version: version([0, 0, 0], [0]) }
