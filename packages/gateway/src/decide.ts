import { type Decided, type Decider, type Grant, type Granted } from './approval-store.js'
import { decidingWith, type Parts } from './parts.js'
import { conditionsCheck } from './policy/check-policy.js'
import { type ActivePolicy } from './policy/policy.js'
import { type StoreDenial } from './store.js'

/** More at once than anyone reads before saying yes. */
const MOST_AT_ONCE = 10

/** One of several decisions: about what, as it was seen. */
export interface SeenItem {
  readonly intent: string
  readonly content: string
}

export interface DecidedItem {
  readonly intent: string
  readonly decided: Decided
}

export type BulkDecided =
  | { readonly kind: 'decided'; readonly items: readonly DecidedItem[] }
  | StoreDenial

export function approveIntent(parts: Parts, id: string, by: Decider): Promise<Decided> {
  const { store, policy, seal } = parts
  return store.approve(id, by, (active) => ({ ...decidingWith(policy, active), seal: seal.of }))
}

export function rejectIntent({ store, policy }: Parts, id: string, by: Decider): Promise<Decided> {
  return store.reject(id, by, (active) => decidingWith(policy, active))
}

/** Decides about several, each by itself: one that has moved on keeps no other from being decided. */
export async function decideAll(
  parts: Parts,
  decision: 'approve' | 'reject',
  by: Pick<Decider, 'principal' | 'note'>,
  items: readonly SeenItem[],
): Promise<BulkDecided> {
  if (decision !== 'approve' && decision !== 'reject') {
    throw new TypeError(`a decision is approve or reject, and not ${String(decision)}`)
  }
  if (items.length > MOST_AT_ONCE) {
    const reason = `${items.length} are more than ${MOST_AT_ONCE}, which is as many as are decided at once`
    return { kind: 'denied', code: 'invalid_input', reason }
  }
  const decide = decision === 'approve' ? approveIntent : rejectIntent
  const decided: DecidedItem[] = []
  for (const { intent, content } of items) {
    decided.push({ intent, decided: await decide(parts, intent, { ...by, content }) })
  }
  return { kind: 'decided', items: decided }
}

/** What a person allows in advance. */
export interface GrantRequest extends Pick<Grant, 'account' | 'operation' | 'when' | 'until'> {
  readonly times: number
}

const MOST_TIMES = 1_000
const LONGEST_MS = 31 * 24 * 60 * 60 * 1000

/** Lets a bounded number of changes of one shape through, without asking for each. It lifts no hard rule and no limit. */
export async function grantAhead(
  { store, policy, ids, clock }: Parts,
  by: Decider,
  request: GrantRequest,
): Promise<Granted> {
  const now = clock.now()
  const reason = problemWith(request, now)
  if (reason !== undefined) return { kind: 'denied', code: 'invalid_input', reason }
  const until = Math.trunc(request.until)
  const deciding = (active: ActivePolicy) => decidingWith(policy, active)
  return store.addGrant({ ...request, id: ids.intent(now), until, by, deciding })
}

function problemWith({ when, times, until }: GrantRequest, now: number): string | undefined {
  const [problem] = conditionsCheck(when, [])
  if (problem) return `when.${problem.path.join('.')} ${problem.message}`
  if (!Number.isSafeInteger(times) || times < 1 || times > MOST_TIMES) {
    return `times must be a whole number from 1 to ${MOST_TIMES}`
  }
  if (!(until > now && until <= now + LONGEST_MS)) {
    return 'until must lie in the future, by 31 days at most'
  }
  return undefined
}
