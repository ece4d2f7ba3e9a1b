import { isWeaker, type Decision } from '@armorer/core'
import { mayDecideAlone } from './plan.js'
import {
  type ActivePolicy,
  type Judged,
  type Judgement,
  type Matching,
  type RuleSet,
} from './policy.js'

/** One thing that, were it otherwise, would make the decision weaker. */
export type Change =
  /** These rules, which stand in the policy. */
  | { readonly kind: 'rules'; readonly rules: readonly string[]; readonly to: Decision['kind'] }
  /** There is no rule for it; one that allows the operation would. */
  | { readonly kind: 'missing_rule'; readonly operation: string }
  /** Something that was asked. */
  | {
      readonly kind: 'request'
      readonly field: 'principal' | 'mode' | 'label'
      readonly value: string
      readonly to: Decision['kind']
    }
  /** The person who asks confirms it, having seen it. */
  | { readonly kind: 'confirm' }
  /** Waiting until then. */
  | { readonly kind: 'time'; readonly at: number; readonly to: Decision['kind'] }
  /** Someone must lift the pause. */
  | { readonly kind: 'resume' }

/** A request, and what was said to it. */
export interface Judging {
  readonly judged: Judged
  readonly judgement: Judgement
  readonly active: ActivePolicy
  readonly ruleSet: RuleSet
  readonly matching: readonly Matching[]
}

/** Finds what would make a decision weaker, by trying it. */
export function listChanges(judging: Judging): Change[] {
  const { judged, judgement, ruleSet, active, matching } = judging
  const { decision } = judgement
  if (decision.kind === 'allow') return []
  if (judgement.rule === 'default-deny') {
    return [{ kind: 'missing_rule', operation: judged.operation }]
  }
  const judge = (over: Partial<Judged>): Decision =>
    ruleSet.judge({ ...judged, ...over }, active).decision
  const otherwise = alternativesTo(judged, ruleSet).flatMap(({ field, value, over }): Change[] => {
    const to = judge(over)
    return isWeaker(to, decision) ? [{ kind: 'request', field, value, to: to.kind }] : []
  })
  const mayConfirm = mayDecideAlone(judged.principal, judgement)
  return [
    ...(mayConfirm ? [{ kind: 'confirm' } as const] : []),
    ...withoutRules(matching),
    ...otherwise,
    ...waiting(judging),
  ]
}

const STRICTEST = ['deny', 'dry_run', 'require_approval', 'allow'] as const
const KINDS = { deny: 'deny', dry_run: 'dry_run', require_approval: 'ask', allow: 'allow' } as const

/** What would be left if the strictest rules were not there. Hard ones are always there. */
function withoutRules(matching: readonly Matching[]): Change[] {
  const enforced = matching.filter(({ shadow }) => !shadow)
  const action = STRICTEST.find((one) => enforced.some((rule) => rule.action === one))
  const strictest = enforced.filter((rule) => rule.action === action)
  if (strictest.some(({ band }) => band === 'hard')) return []
  const rest = enforced.filter((rule) => rule.action !== action)
  const next = STRICTEST.find((one) => rest.some((rule) => rule.action === one))
  if (next === undefined || rest.every(({ band }) => band === 'hard')) return []
  return [{ kind: 'rules', rules: strictest.map(({ rule }) => rule), to: KINDS[next] }]
}

interface Alternative {
  readonly field: 'principal' | 'mode' | 'label'
  readonly value: string
  readonly over: Partial<Judged>
}

/** The same request by someone else, in another mode, or having read something else. */
function alternativesTo({ principal, mode, labels }: Judged, { rules }: RuleSet): Alternative[] {
  const modes = new Set(['autopilot', ...rules.flatMap((rule) => rule.modes ?? [])])
  return [
    ...(['person', 'agent', 'loop'] as const)
      .filter((kind) => kind !== principal.kind)
      .map((kind): Alternative => {
        return { field: 'principal', value: kind, over: { principal: { ...principal, kind } } }
      }),
    ...[...modes]
      .filter((one) => one !== mode && !one.endsWith('*'))
      .map((one): Alternative => ({ field: 'mode', value: one, over: { mode: one } })),
    ...labels.map((label): Alternative => {
      const others = labels.filter((one) => one !== label)
      return { field: 'label', value: label, over: { labels: others } }
    }),
  ]
}

const STEP_MS = 15 * 60 * 1_000
const AHEAD_MS = 8 * 24 * 60 * 60 * 1_000

/** When a schedule would let it be. Schedules begin and end at quarters of an hour, as good as always. */
function waiting({ judged, judgement, active, ruleSet }: Judging): Change[] {
  if (!ruleSet.rules.some(({ schedule }) => schedule)) return []
  const first = Math.ceil((active.at + 1) / STEP_MS) * STEP_MS
  for (let at = first; at < active.at + AHEAD_MS; at += STEP_MS) {
    const { decision } = ruleSet.judge(judged, { ...active, at })
    if (isWeaker(decision, judgement.decision)) return [{ kind: 'time', at, to: decision.kind }]
  }
  return []
}
