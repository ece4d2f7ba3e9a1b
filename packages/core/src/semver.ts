/** A version as semver.org 2.0.0 reads it. */
export interface Semver {
  readonly release: readonly [major: number, minor: number, patch: number]
  /** Identifiers of a prerelease; numeric ones as numbers, however large. Empty for a release. */
  readonly prerelease: readonly PrereleaseIdentifier[]
  /** Says nothing about order. */
  readonly build: string
}

export type PrereleaseIdentifier = string | number | bigint

const NUMBER = '0|[1-9]\\d*'
const IDENTIFIER = `(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)`
const SEMVER = new RegExp(
  `^v?(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})` +
    `(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$`,
)
const MAX_LENGTH = 256

export function parseSemver(text: string): Semver | undefined {
  const match = text.length <= MAX_LENGTH ? SEMVER.exec(text) : null
  if (!match) return undefined
  const [, major, minor, patch, prerelease, build = ''] = match
  const release = [Number(major), Number(minor), Number(patch)] as const
  if (!release.every(Number.isSafeInteger)) return undefined
  return { release, prerelease: toIdentifiers(prerelease), build }
}

/** Negative where `a` comes before `b`, zero where neither does. */
export function compareSemver(a: Semver, b: Semver): number {
  for (const index of [0, 1, 2] as const) {
    if (a.release[index] !== b.release[index]) return a.release[index] - b.release[index]
  }
  // A release comes after all of its prereleases.
  if (a.prerelease.length === 0) return b.prerelease.length === 0 ? 0 : 1
  if (b.prerelease.length === 0) return -1
  return comparePrereleases(a.prerelease, b.prerelease)
}

function toIdentifiers(prerelease: string | undefined): readonly PrereleaseIdentifier[] {
  if (prerelease === undefined) return []
  return prerelease.split('.').map((part) => {
    if (!/^\d+$/.test(part)) return part
    const number = Number(part)
    return Number.isSafeInteger(number) ? number : BigInt(part)
  })
}

function comparePrereleases(
  a: readonly PrereleaseIdentifier[],
  b: readonly PrereleaseIdentifier[],
): number {
  for (const [index, mine] of a.entries()) {
    const theirs = b[index]
    if (theirs === undefined) return 1
    if (mine === theirs) continue
    const isText = typeof mine === 'string'
    // Numbers come before words.
    if (isText !== (typeof theirs === 'string')) return isText ? 1 : -1
    return mine < theirs ? -1 : 1
  }
  return a.length - b.length
}
