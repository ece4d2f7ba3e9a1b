import { type RunStep } from './effect.js'
import { type Outcome } from './outcome.js'
import { getEffect, type Parent, type Parts } from './parts.js'
import { readRequest } from './read-request.js'
import { type GatewayRequest } from './request.js'
import { runAlone } from './run-alone.js'
import { outcomeOf } from './to-outcome.js'

/** Runs steps of an intent. What has been decided about the whole holds for each, unless a rule denies it by now. */
export function stepsOf(parts: Parts, parent: Parent): RunStep {
  return async (index, operation, args) => {
    const kept = await keptStep(parts, parent, index)
    if (kept) return kept
    const { account, principal, mode, labels } = parent
    const request: GatewayRequest = { operation, args, account, principal, mode, labels }
    const read = await readRequest(getEffect(parts, operation.name), request)
    if ('kind' in read) return read
    return runAlone(parts, request, read, { step: { intent: parent.id, index } })
  }
}

const NOT_SENT: ReadonlySet<string> = new Set([
  'not_sent',
  'never_sent',
  'not_applied',
  'not_prepared',
])
const PASSING: ReadonlySet<string> = new Set([
  'paused',
  'old_writer',
  'storage',
  'closing',
  'cancelled',
  'lost_lease',
])

/** Whether what stopped a step may be gone by the next time. */
export function isWorthAnother(outcome: Outcome): boolean {
  if (outcome.kind === 'denied') return PASSING.has(outcome.code)
  if (outcome.kind !== 'failed') return false
  return NOT_SENT.has(outcome.code) || outcome.retryAfterMs !== undefined
}

/** What is known of a step from before, unless it is to be tried again. */
async function keptStep(
  { store }: Parts,
  { id, retriedAt = 0 }: Parent,
  index: number,
): Promise<Outcome | undefined> {
  const [kept] = await store.listIntents({ step: { intent: id, index }, limit: 1 })
  // What was denied was never sent, and a rule or a pause may have changed.
  if (!kept || kept.state === 'denied') return undefined
  const outcome = outcomeOf(kept)
  if (outcome.kind !== 'failed') return outcome
  return isWorthAnother(outcome) || kept.createdAt < retriedAt ? undefined : outcome
}
