import { canonicalJson, type JsonValue } from '@armorer/core'
import { sha256 } from '../audit.js'
import { valuesAt } from './conditions.js'
import { createMatcher } from './matcher.js'
import { type Judged, type Reserve } from './policy.js'
import { type Limit } from './rule.js'

/** A limit as it holds. */
export interface HeldLimit {
  readonly limit: Limit
  readonly windowMs: number
  /** What does not say how much it uses is denied, instead of using none. */
  readonly mustSay: boolean
}

/** What a request must reserve. */
export function compileLimits(limits: readonly HeldLimit[]) {
  const { next } = createMatcher(limits.map(({ limit }) => limit))
  const counters = limits.map(toCounter)
  return (judged: Judged, at: number): readonly Reserve[] => {
    const reserves: Reserve[] = []
    for (let index = next(judged, at, 0); index >= 0; index = next(judged, at, index + 1)) {
      const reserve = counters[index]?.(judged)
      if (reserve) reserves.push(reserve)
    }
    return reserves
  }
}

function toCounter({ limit, windowMs, mustSay }: HeldLimit) {
  const { id, dimension, max, per: _per, by, ...conditions } = limit
  const rule = `limit:${id ?? dimension}`
  // Limits that count the same share what they have counted, whatever they are called; others never do.
  const scope = Object.keys(conditions).length > 0 ? [canonicalJson(conditions)] : []
  return (judged: Judged): Reserve | undefined => {
    const amount = judged.uses[dimension] ?? (mustSay ? NaN : 0)
    if (amount === 0) return undefined
    const parts = by ? [...scope, ...by.map((name) => valueOf(judged, name))] : scope
    const counted = parts.length === 0 ? dimension : `${dimension} ${short(canonicalJson(parts))}`
    return { rule, dimension: counted, amount, max, windowMs }
  }
}

const LONGEST = 120

function short(text: string): string {
  return text.length <= LONGEST ? text : sha256(text)
}

/** What is not there is counted too, all of it together. */
function valueOf(judged: Judged, name: string): JsonValue {
  switch (name) {
    case 'operation':
      return judged.operation
    case 'tool':
      return judged.tool ?? judged.operation
    case 'category':
      return judged.category ?? null
    case 'mode':
      return judged.mode
    case 'principal':
      return judged.principal.id
    default:
      return [...valuesAt(judged.args, name.split('.').slice(1))]
  }
}
