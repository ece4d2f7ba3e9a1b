import { allow, askApproval, deny, rehearse, type Decision } from '@armorer/core'
import { compileLimits, type HeldLimit } from './compile-limits.js'
import { type Deciding } from './deciding.js'
import {
  type HeldRule,
  type Judged,
  type Judgement,
  type Matching,
  type RuleSet,
} from './policy.js'
import { type Action } from './rule.js'
import { createBook } from './rule-book.js'

const STRICTNESS: Readonly<Record<Action, number>> = {
  allow: 0,
  require_approval: 1,
  dry_run: 2,
  deny: 3,
}

export interface Sources {
  readonly rules: readonly HeldRule[]
  readonly limits: readonly HeldLimit[]
  readonly deciding: Deciding
  readonly version: number
}

/**
 * Makes rules quick. They stand in order, strictest first, so that the first that matches is the join of all that do,
 * and is the one to be named. What no rule of the policy speaks of is denied.
 */
export function compileRules({ rules, limits, deciding, version }: Sources): RuleSet {
  const said = { version, deciding }
  const held = rules.filter(({ enabled }) => enabled !== false).toSorted(byStrictness)
  const enforced = createBook(held.filter(({ shadow }) => shadow !== true))
  const hard = createBook(enforced.rules.filter(isHard))
  const shadow = createBook(held.filter((rule) => rule.shadow === true))
  const reservesFor = compileLimits(limits)
  const answers = enforced.rules.map((rule) => answerOf(rule, said))
  const hardAnswers = hard.rules.map((rule) => answerOf(rule, said))
  // A hard rule speaks against things. Short of a denial, another rule must have spoken for them.
  const speaks = enforced.rules.map((rule) => isSoft(rule) || rule.action === 'deny')
  const denials = createDenials(said)
  const lifting = liftedAnswer(said)
  const hasRepeats = enforced.rules.some(isRepeat)
  const isPlain = limits.length === 0 && !hasRepeats && shadow.rules.length === 0

  function decide(judged: Judged, at: number): Judgement {
    const first = enforced.find(judged, at)
    if (first < 0) return denials(judged.operation)
    const isSpokenOf = speaks[first] === true || enforced.find(judged, at, isSoft) >= 0
    return (isSpokenOf && answers[first]) || denials(judged.operation)
  }

  function decideLifted(judged: Judged, at: number): Judgement {
    const first = hard.find(judged, at)
    return first < 0 ? lifting : (hardAnswers[first] ?? denials(judged.operation))
  }

  /** Rules that only watch, and would have made the decision stricter. */
  function shadowsOf({ decision }: Judgement, judged: Judged, at: number): string[] {
    const isStricter = ({ action }: HeldRule) => STRICTNESS[action] > KINDS.indexOf(decision.kind)
    return shadow
      .list(judged, at)
      .filter(isStricter)
      .map(({ id }) => id)
  }

  /** What goes with a decision beside the rule that made it. */
  function complete(decided: Judgement, judged: Judged, at: number): Judgement {
    const { kind } = decided.decision
    const reserves = kind === 'deny' || kind === 'dry_run' ? [] : reservesFor(judged, at)
    const repeatable = hasRepeats && enforced.find(judged, at, isRepeat) >= 0
    const shadows = shadow.rules.length === 0 ? [] : shadowsOf(decided, judged, at)
    const { decision, rule, reason, version, band, deciding: deciders } = decided
    // Field by field: a spread takes many times as long, and every call comes by here.
    return {
      decision,
      rule,
      reason,
      version,
      band,
      deciding: deciders,
      reserves,
      repeatable,
      shadows,
    }
  }

  return {
    rules: held,
    deciding,
    limits: limits.map(({ limit }) => limit),
    judge(judged, { at, lifted }) {
      const decided = lifted ? decideLifted(judged, at) : decide(judged, at)
      return isPlain ? decided : complete(decided, judged, at)
    },
    listMatching(judged, { at }) {
      return [...enforced.list(judged, at), ...shadow.list(judged, at)].map(toMatching)
    },
  }
}

const KINDS: ReadonlyArray<Decision['kind']> = ['allow', 'ask', 'dry_run', 'deny']

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

/** What every judgement of a rule set says. */
type Said = Pick<Judgement, 'version' | 'deciding'>

function answerOf(rule: HeldRule, said: Said): Judgement {
  const { id, reason, band } = rule
  return toJudgement(toDecision(rule), { ...said, rule: id, reason, band })
}

function toJudgement(
  decision: Decision,
  said: Said & Pick<Judgement, 'rule' | 'reason' | 'band'>,
): Judgement {
  return Object.freeze({
    decision,
    ...said,
    repeatable: false,
    reserves: [],
    shadows: [],
  })
}

const MOST_OPERATIONS = 1_000

/** What is said of an operation that no rule speaks of; it is the same every time. */
function createDenials(said: Said): (operation: string) => Judgement {
  const known = new Map<string, Judgement>()
  return (operation) => {
    const before = known.get(operation)
    if (before) return before
    const reason = `no rule speaks of ${operation}, and what no rule allows is denied`
    const rule = 'default-deny'
    const denial = toJudgement(deny(reason, rule), { ...said, rule, reason, band: undefined })
    if (known.size >= MOST_OPERATIONS) known.clear()
    known.set(operation, denial)
    return denial
  }
}

function liftedAnswer(said: Said): Judgement {
  return toJudgement(allow, {
    ...said,
    rule: 'rules-lifted',
    reason: 'the rules are lifted for now',
    band: undefined,
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
