import { createMatcher } from './matcher.js'
import { type HeldRule, type Judged } from './policy.js'

/** Rules, and which of them match. */
export interface RuleBook {
  readonly rules: readonly HeldRule[]
  /** The index of the first that matches, and is wanted; -1 if none is. */
  find(judged: Judged, at: number, isWanted?: (rule: HeldRule) => boolean): number
  list(judged: Judged, at: number): readonly HeldRule[]
}

export function createBook(rules: readonly HeldRule[]): RuleBook {
  const { next } = createMatcher(rules)
  return {
    rules,
    find(judged, at, isWanted) {
      let index = next(judged, at, 0)
      if (!isWanted) return index
      for (; index >= 0; index = next(judged, at, index + 1)) {
        const rule = rules[index]
        if (rule && isWanted(rule)) break
      }
      return index
    },
    list: (judged, at) => rules.filter((_, index) => next(judged, at, index) === index),
  }
}
