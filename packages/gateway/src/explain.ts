import { type Decision } from '@armorer/core'
import { type Grant } from './approval-store.js'
import { FIRST_CHANGES, seenFirst } from './first-changes.js'
import { oldWriter } from './old-writer.js'
import { type Denial } from './outcome.js'
import { getEffect, judgeWith, type Parts } from './parts.js'
import { decidesAhead, mayBeGranted } from './policy/granted.js'
import { judgedOf } from './policy/judged-of.js'
import { listChanges, type Change } from './policy/list-changes.js'
import { matches } from './policy/matcher.js'
import { mayDecideAlone, planFor, type Plan } from './policy/plan.js'
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
import { type ControlView, type StoreDenial } from './store.js'

/** What would become of a request now, and why. Nothing is claimed, reserved or recorded. */
export interface Explanation {
  readonly kind: 'explained'
  readonly decision: Decision['kind']
  /** What is named for it: a rule, `limit:…`, `grant:…`, `paused`, `old-writer`, `repeat-not-allowed`, `first-changes` or `default-deny`. */
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
  const control = await parts.store.control(account)
  const judgement = seenFirst(judgeWith(parts.policy, judged, active), control.probation)
  const limits = await measure(parts, account, judgement.reserves)
  const { allowRepeat = false, confirmed = false } = request
  const halted = haltedBy(control, parts.writerVersion)
  const plan = planFor({ principal, allowRepeat, confirmed }, judgement, halted)
  const mayBeAhead = plan.kind === 'route' && control.probation === 0 && mayBeGranted(judgement)
  const grant = mayBeAhead ? await findGrant(parts, { judged, judgement, active }) : undefined
  const ruleSet = ruleSetOf(parts, active)
  return explain({ judged, judgement, plan, active, limits, grant, ruleSet })
}

/** Why nobody may write now, if nobody may. */
function haltedBy(control: ControlView, writerVersion: number): StoreDenial | undefined {
  const { paused, reason = 'everything is paused', minWriterVersion } = control
  if (paused) return { kind: 'denied', code: 'paused', reason }
  return oldWriter(writerVersion, minWriterVersion)
}

/** By which it would be let through, as a claim would find it. */
async function findGrant(
  { store }: Parts,
  { judged, judgement, active }: Pick<Found, 'judged' | 'judgement' | 'active'>,
): Promise<Grant | undefined> {
  const grants = await store.listGrants(judged.account)
  return grants.find(
    (grant) =>
      grant.operation === judged.operation &&
      grant.left > 0 &&
      grant.until > active.at &&
      matches(grant.when, judged, active.at) &&
      decidesAhead(grant, judgement, judged.principal),
  )
}

interface Found {
  readonly judged: Judged
  readonly judgement: Judgement
  readonly active: ActivePolicy
  readonly limits: readonly LimitState[]
  readonly plan: Plan
  readonly grant: Grant | undefined
  /** Missing where the policy cannot be read, and everything is denied. */
  readonly ruleSet: RuleSet | undefined
}

function explain(found: Found): Explanation {
  const { judged, judgement, plan, active, limits, grant, ruleSet } = found
  const { version } = judgement
  const matching = ruleSet?.listMatching(judged, active) ?? []
  const said = { kind: 'explained', version, matching, limits } as const
  if (plan.kind === 'refuse' && plan.denial.code !== 'policy') {
    return { ...said, ...haltedAs(plan.denial) }
  }
  const full = limits.filter(({ isWithin }) => !isWithin)
  const [first] = full
  if (first && (plan.kind === 'go' || grant)) return { ...said, ...refusedBy(first, full, active) }
  if (grant) return { ...said, ...grantedBy(grant) }
  const { decision, rule, reason } = judgement
  const band = matching.find((one) => one.rule === rule)?.band
  if (plan.kind === 'go' && decision.kind !== 'allow') {
    const confirmed = `${judged.principal.id} has seen it and asks for it`
    return { ...said, decision: 'allow', rule, band, reason: confirmed, changes: [] }
  }
  const changes = listWeaker(found, matching)
  return { ...said, decision: decision.kind, rule, band, reason, changes }
}

function haltedAs({ code, reason }: StoreDenial) {
  const changes = code === 'paused' ? [{ kind: 'resume' } as const] : []
  return {
    decision: 'deny',
    rule: code.replaceAll('_', '-'),
    band: undefined,
    reason,
    changes,
  } as const
}

function listWeaker(found: Found, matching: readonly Matching[]): readonly Change[] {
  const { judged, judgement, active, ruleSet } = found
  // No rule stands against it, so no other rule would help.
  if (judgement.rule === FIRST_CHANGES) {
    return mayDecideAlone(judged.principal, judgement) ? [{ kind: 'confirm' }] : []
  }
  return ruleSet ? listChanges({ judged, judgement, active, ruleSet, matching }) : []
}

function grantedBy({ id, by, left }: Grant) {
  const reason = `${by} has let it through in advance, as one of ${left}`
  return { decision: 'allow', rule: `grant:${id}`, band: undefined, reason, changes: [] } as const
}

/** It goes once all of them have room; some never have, for what is more than they allow by itself. */
function refusedBy(
  { rule, max, used, dimension }: LimitState,
  full: readonly LimitState[],
  { at }: ActivePolicy,
) {
  const waitMs = Math.max(...full.map(({ retryAfterMs = Infinity }) => retryAfterMs))
  return {
    decision: 'deny',
    rule,
    band: undefined,
    reason: `${used} of ${max} ${dimension} are used`,
    changes: waitMs === Infinity ? [] : [{ kind: 'time', at: at + waitMs, to: 'allow' } as const],
  } as const
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
