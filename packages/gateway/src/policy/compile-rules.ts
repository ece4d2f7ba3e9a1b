import { allow, askApproval, deny, rehearse, type Decision } from '@armorer/core'
import { compileLimits, type HeldLimit } from './compile-limits.js'
import { createMatcher, type Matcher } from './matcher.js'
import {
  type ActivePolicy,
  type HeldRule,
  type Judged,
  type Judgement,
  type Matching,
  type RuleSet,
} from './policy.js'
import { type Action } from './rule.js'

const STRICTNESS: Readonly<Record<Action, number>> = {
  allow: 0,
  require_approval: 1,
  dry_run: 2,
  deny: 3,
}

export interface Sources {
  readonly rules: readonly HeldRule[]
  readonly limits: readonly HeldLimit[]
  readonly version: number
}

/**
 * Makes rules quick. They stand in order, strictest first, so that the first that matches is the join of all that do,
 * and is the one to be named. What no rule of the policy speaks of is denied.
 */
export function compileRules({ rules, limits, version }: Sources): RuleSet {
  const held = rules.filter(({ enabled }) => enabled !== false).toSorted(byStrictness)
  const enforced = createBook(held.filter(({ shadow }) => shadow !== true))
  const hard = createBook(enforced.rules.filter(isHard))
  const shadow = createBook(held.filter((rule) => rule.shadow === true))
  const reservesFor = compileLimits(limits)
  const answers = new Map(enforced.rules.map((rule) => [rule, answerOf(rule, version)]))

  function decide(judged: Judged, { at, lifted }: ActivePolicy): Judgement {
    if (lifted) return answer(hard.find(judged, at)) ?? liftedAnswer(version)
    const first = enforced.find(judged, at)
    if (!first || (isHard(first) && !speaksOf(first, judged, at)))
      return defaultDeny(judged, version)
    return answer(first) ?? defaultDeny(judged, version)
  }

  /** A hard rule speaks against things. Short of a denial, another rule must have spoken for them. */
  function speaksOf({ action }: HeldRule, judged: Judged, at: number): boolean {
    return action === 'deny' || enforced.find(judged, at, isSoft) !== undefined
  }

  function answer(rule: HeldRule | undefined): Judgement | undefined {
    return rule && answers.get(rule)
  }

  return {
    rules: held,
    limits: limits.map(({ limit }) => limit),
    judge(judged, active) {
      const decided = decide(judged, active)
      const { kind } = decided.decision
      const reserves = kind === 'deny' || kind === 'dry_run' ? [] : reservesFor(judged, active.at)
      const repeatable =
        enforced.hasRepeats && enforced.find(judged, active.at, isRepeat) !== undefined
      const shadows = shadow.rules.length === 0 ? [] : shadowsOf(decided, judged, active)
      if (reserves.length === 0 && !repeatable && shadows.length === 0) return decided
      return { ...decided, reserves, repeatable, shadows }
    },
    listMatching(judged, { at }) {
      return [...enforced.list(judged, at), ...shadow.list(judged, at)].map(toMatching)
    },
  }

  /** Rules that only watch, and would have made the decision stricter. */
  function shadowsOf({ decision }: Judgement, judged: Judged, { at }: ActivePolicy): string[] {
    const stricter = (rule: HeldRule) => STRICTNESS[rule.action] > KINDS.indexOf(decision.kind)
    return shadow
      .list(judged, at)
      .filter(stricter)
      .map(({ id }) => id)
  }
}

const KINDS: ReadonlyArray<Decision['kind']> = ['allow', 'ask', 'dry_run', 'deny']

/** Rules and the matcher that knows them by their numbers. */
interface Book {
  readonly rules: readonly HeldRule[]
  readonly hasRepeats: boolean
  find(judged: Judged, at: number, isWanted?: (rule: HeldRule) => boolean): HeldRule | undefined
  list(judged: Judged, at: number): readonly HeldRule[]
}

function createBook(rules: readonly HeldRule[]): Book {
  const matcher: Matcher = createMatcher(rules)
  return {
    rules,
    hasRepeats: rules.some(isRepeat),
    find(judged, at, isWanted) {
      const rows = matcher.rowsFor(judged)
      for (let index = matcher.next(rows, 0, judged, at); index >= 0;) {
        const rule = rules[index]
        if (rule && (isWanted?.(rule) ?? true)) return rule
        index = matcher.next(rows, index + 1, judged, at)
      }
      return undefined
    },
    list(judged, at) {
      const rows = matcher.rowsFor(judged)
      return rules.filter((_, index) => matcher.next(rows, index, judged, at) === index)
    },
  }
}

function byStrictness(a: HeldRule, b: HeldRule): number {
  return (
    STRICTNESS[b.action] - STRICTNESS[a.action] || a.priority - b.priority || (a.id < b.id ? -1 : 1)
  )
}

function isHard({ band }: HeldRule): boolean {
  return band === 'hard'
}

function isSoft({ band }: HeldRule): boolean {
  return band !== 'hard'
}

function isRepeat({ action, repeat }: HeldRule): boolean {
  return action === 'allow' && repeat === true
}

function answerOf(rule: HeldRule, version: number): Judgement {
  const { id, reason } = rule
  return toJudgement(toDecision(rule), { rule: id, reason, version })
}

function toJudgement(
  decision: Decision,
  said: Pick<Judgement, 'rule' | 'reason' | 'version'>,
): Judgement {
  return Object.freeze({ decision, ...said, repeatable: false, reserves: [], shadows: [] })
}

function defaultDeny({ operation }: Judged, version: number): Judgement {
  const reason = `no rule speaks of ${operation}, and what no rule allows is denied`
  return toJudgement(deny(reason, 'default-deny'), { rule: 'default-deny', reason, version })
}

function liftedAnswer(version: number): Judgement {
  return toJudgement(allow, {
    rule: 'rules-lifted',
    reason: 'the rules are lifted for now',
    version,
  })
}

function toDecision({ action, reason, id }: HeldRule): Decision {
  switch (action) {
    case 'allow':
      return allow
    case 'deny':
      return deny(reason, id)
    case 'dry_run':
      return rehearse(reason, id)
    case 'require_approval':
      return askApproval(reason, id)
  }
}

function toMatching({ id, band, action, reason, shadow }: HeldRule): Matching {
  return { rule: id, band, action, reason, shadow: shadow === true }
}
