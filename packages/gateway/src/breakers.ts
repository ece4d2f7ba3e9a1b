/** When an account stops by itself: whatever is wrong, it does not get better by going on. */
export interface BreakerTerms {
  /** So many of unknown outcome within an hour. */
  readonly unknowns: number
  /** So many failures in a row. */
  readonly failures: number
  /** So many refusals by the far side within an hour. */
  readonly refusals: number
  /** So many texts within ten minutes that are nearly the same. */
  readonly alike: number
  /** How much of their words two texts share to be nearly the same, from 0 to 1. */
  readonly likeness: number
}

export const BREAKERS: BreakerTerms = Object.freeze({
  unknowns: 3,
  failures: 5,
  refusals: 5,
  alike: 3,
  likeness: 0.8,
})

/** What is counted of what went wrong; and texts, which are compared. */
export type MishapKind = 'unknown' | 'refused' | 'text'

/** How much of the words of two texts both have: 1 where they have the same, 0 where they share none. */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - shared
  return all === 0 ? 1 : shared / all
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

/** What a breaker pauses in the name of. */
export const BREAKER = { kind: 'loop', id: 'breaker' } as const
