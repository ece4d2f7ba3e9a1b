import { isWeaker, type Decision } from '@armorer/core'
import { type Denial } from './outcome.js'
import { getEffect, judgeWith, type Parts } from './parts.js'
import { judgedOf } from './policy/judged-of.js'
import {
  type ActivePolicy,
  type Judged,
  type Judgement,
  type Matching,
  type Reserve,
  type RuleSet,
} from './policy/policy.js'
import { type Band } from './policy/rule.js'
import { readRequest, takeDown } from './read-request.js'
import { type GatewayRequest } from './request.js'
import { type Measured } from './policy-store.js'
import { type ControlView } from './store.js'

/** What would become of a request now, and why. Nothing is claimed, reserved or recorded. */
export interface Explanation {
  readonly kind: 'explained'
  readonly decision: Decision['kind']
  /** What is named for it: a rule, `limit:…`, `paused` or `default-deny`. */
  readonly rule: string
  /** Where the rule comes from, if it is one. */
  readonly band: Band | undefined
  readonly reason: string
  readonly version: number
  /** Every rule that matches, the one that decides first. */
  readonly matching: readonly Matching[]
  readonly limits: readonly LimitState[]
  /** What would make the decision weaker. */
  readonly changes: readonly Change[]
}

/** How much of a limit is left for a request. */
export type LimitState = Reserve & Measured & { readonly isWithin: boolean }

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

/** Explains what would become of a request. */
export async function explainRequest(
  parts: Parts,
  given: GatewayRequest,
): Promise<Explanation | Denial> {
  const request = takeDown(given)
  if ('kind' in request) return request
  const effect = getEffect(parts, request.operation.name)
  const read = await readRequest(effect, request)
  if ('kind' in read) return read
  const { principal, account, mode = 'autopilot', labels = [] } = request
  const asked = { principal, account, mode, labels, class: effect.class, args: read.args }
  const judged = judgedOf(effect, { ...asked, operation: effect.operation.name }, read.uses)
  const active = await parts.store.activePolicy()
  const judgement = judgeWith(parts.policy, judged, active)
  const limits = await measure(parts, account, judgement.reserves)
  const control = await parts.store.control(account)
  return explain({ judged, judgement, active, limits, control, ruleSet: ruleSetOf(parts, active) })
}

interface Found {
  readonly judged: Judged
  readonly judgement: Judgement
  readonly active: ActivePolicy
  readonly limits: readonly LimitState[]
  readonly control: ControlView
  /** Missing where the policy cannot be read, and everything is denied. */
  readonly ruleSet: RuleSet | undefined
}

function explain(found: Found): Explanation {
  const { judged, judgement, active, limits, control, ruleSet } = found
  const { version } = judgement
  const matching = ruleSet?.listMatching(judged, active) ?? []
  const said = { kind: 'explained', version, matching, limits } as const
  if (control.paused) {
    const reason = control.reason ?? 'everything is paused'
    const changes = [{ kind: 'resume' }] as const
    return { ...said, decision: 'deny', rule: 'paused', band: undefined, reason, changes }
  }
  const full = limits.find(({ isWithin }) => !isWithin)
  if (judgement.decision.kind === 'allow' && full) return { ...said, ...refusedBy(full, active) }
  const { decision, rule, reason } = judgement
  const band = matching.find((one) => one.rule === rule)?.band
  const changes = ruleSet ? listChanges({ ...found, ruleSet }, matching) : []
  return { ...said, decision: decision.kind, rule, band, reason, changes }
}

function refusedBy({ rule, max, used, dimension, retryAfterMs }: LimitState, { at }: ActivePolicy) {
  return {
    decision: 'deny',
    rule,
    band: undefined,
    reason: `${used} of ${max} ${dimension} are used`,
    changes:
      retryAfterMs === undefined
        ? []
        : [{ kind: 'time', at: at + retryAfterMs, to: 'allow' } as const],
  } as const
}

type Ruled = Found & { readonly ruleSet: RuleSet }

function listChanges(found: Ruled, matching: readonly Matching[]): Change[] {
  const { judged, judgement, ruleSet, active } = found
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
  const mayConfirm = decision.kind === 'ask' && judged.principal.kind === 'person'
  return [
    ...(mayConfirm ? [{ kind: 'confirm' } as const] : []),
    ...withoutRules(matching),
    ...otherwise,
    ...waiting(found),
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
function waiting({ judged, judgement, active, ruleSet }: Ruled): Change[] {
  if (!ruleSet.rules.some(({ schedule }) => schedule)) return []
  const first = Math.ceil((active.at + 1) / STEP_MS) * STEP_MS
  for (let at = first; at < active.at + AHEAD_MS; at += STEP_MS) {
    const { decision } = ruleSet.judge(judged, { ...active, at })
    if (isWeaker(decision, judgement.decision)) return [{ kind: 'time', at, to: decision.kind }]
  }
  return []
}

async function measure(
  { store }: Parts,
  account: string,
  reserves: readonly Reserve[],
): Promise<readonly LimitState[]> {
  const measured = await store.measure(account, reserves)
  return reserves.map((reserve, index) => {
    const { used = NaN, retryAfterMs } = measured[index] ?? {}
    const isWithin = used + reserve.amount <= reserve.max
    return { ...reserve, used, isWithin, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  })
}

function ruleSetOf({ policy }: Parts, active: ActivePolicy): RuleSet | undefined {
  try {
    return policy.current(active)
  } catch {
    return undefined
  }
}
