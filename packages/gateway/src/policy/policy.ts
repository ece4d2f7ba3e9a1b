import {
  allow,
  askApproval,
  combine,
  deny,
  rehearse,
  type Decision,
  type JsonValue,
} from '@armorer/core'
import { type EffectClass } from './effect.js'
import { type Principal } from './request.js'

/** One sentence of a policy. Every condition that it names must hold; what it leaves out does not matter. */
export interface Rule {
  readonly id: string
  readonly action: 'allow' | 'deny' | 'require_approval' | 'dry_run'
  readonly operations?: readonly string[]
  readonly classes?: readonly EffectClass[]
  readonly modes?: readonly string[]
  readonly principals?: ReadonlyArray<Principal['kind']>
  /** Any of these. */
  readonly labels?: readonly string[]
  /** An `allow` that also lets the same be done again on purpose. */
  readonly repeat?: boolean
  readonly reason?: string
}

/** What a policy is asked about. */
export interface Judged {
  readonly operation: string
  readonly class: EffectClass
  readonly account: string
  readonly args: JsonValue
  readonly principal: Principal
  readonly mode: string
  readonly labels: readonly string[]
}

export interface Judgement {
  readonly decision: Decision
  /** Which rule is named, in records and to the person. */
  readonly rule: string
  readonly reason: string
  /** Whether the same may be done again on purpose. */
  readonly repeatable: boolean
}

/** Says whether a request may go ahead. It is asked inside the transaction that claims it, so it is quick and does not wait. */
export type Policy = (judged: Judged) => Judgement

/** They hold under every policy. */
export const HARD_RULES: readonly Rule[] = [
  {
    id: 'hard:delete-approval',
    action: 'require_approval',
    classes: ['delete'],
    principals: ['agent', 'loop'],
    reason: 'what an agent or a loop wants to delete, a person approves first',
  },
  {
    id: 'hard:composer-approval',
    action: 'require_approval',
    modes: ['composer'],
    principals: ['agent', 'loop'],
    reason: 'in composer mode a person approves every change',
  },
  {
    id: 'hard:untrusted-approval',
    action: 'require_approval',
    labels: ['untrusted'],
    principals: ['agent'],
    reason:
      'the agent has read text written by strangers, so a person approves what it wants to do',
  },
]

const ORDER: ReadonlyArray<Rule['action']> = ['allow', 'require_approval', 'dry_run', 'deny']

/** The join of all rules that match: the strictest wins, whatever their order. What no rule speaks of is denied. */
export function rulesPolicy(rules: readonly Rule[]): Policy {
  return (judged) => {
    const own = rules.filter((rule) => matches(rule, judged))
    const [first, ...others] = own
    if (!first) return defaultDeny(judged)
    const matching = [...own, ...HARD_RULES.filter((rule) => matches(rule, judged))]
    const strictest = [...others, ...matching].reduce(stricter, first)
    return {
      decision: combine(...matching.map(toDecision)),
      rule: strictest.id,
      reason: reasonOf(strictest),
      repeatable: own.some(({ action, repeat }) => action === 'allow' && repeat === true),
    }
  }
}

function defaultDeny({ operation }: Judged): Judgement {
  const reason = `no rule speaks of ${operation}, and what no rule allows is denied`
  return { decision: deny(reason, 'default-deny'), rule: 'default-deny', reason, repeatable: false }
}

function matches(rule: Rule, judged: Judged): boolean {
  return (
    includes(rule.operations, judged.operation) &&
    includes(rule.classes, judged.class) &&
    includes(rule.modes, judged.mode) &&
    includes(rule.principals, judged.principal.kind) &&
    (rule.labels === undefined || rule.labels.some((label) => judged.labels.includes(label)))
  )
}

function includes<Value>(named: readonly Value[] | undefined, value: Value): boolean {
  return named === undefined || named.includes(value)
}

function stricter(strictest: Rule, rule: Rule): Rule {
  return ORDER.indexOf(rule.action) > ORDER.indexOf(strictest.action) ? rule : strictest
}

function toDecision(rule: Rule): Decision {
  switch (rule.action) {
    case 'allow':
      return allow
    case 'deny':
      return deny(reasonOf(rule), rule.id)
    case 'dry_run':
      return rehearse(reasonOf(rule), rule.id)
    case 'require_approval':
      return askApproval(reasonOf(rule), rule.id)
  }
}

function reasonOf({ id, action, reason }: Rule): string {
  return reason ?? `rule ${id} says ${action.replaceAll('_', ' ')}`
}
