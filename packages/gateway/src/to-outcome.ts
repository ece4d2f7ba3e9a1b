import { type HoldingIntent, type Intent, type KeptFailure } from './intent.js'
import {
  type GatewayDecision,
  type IntentRef,
  type NeedsApproval,
  type Outcome,
} from './outcome.js'
import { type HeldBy } from './store.js'

/** A decision by which nothing goes ahead. */
export type Stopped = Exclude<GatewayDecision, { readonly kind: 'proceed' }>

export function refOf({ id, correlationId }: Pick<Intent, 'id' | 'correlationId'>): IntentRef {
  return { intent: id, correlationId }
}

/** What someone is told who asks for what someone else has. */
export function answerHeld(holder: HoldingIntent, by: HeldBy, content: string): Stopped {
  if (by === 'key' && holder.content !== content) {
    const message = `this idempotency key belongs to another request, of ${holder.operation}; a new intent needs a new key`
    return { kind: 'conflict', message, intent: holder.id }
  }
  // Another change of the same slot: this one comes after it.
  if (by === 'slot') return { kind: 'in_progress', ...refOf(holder) }
  switch (holder.state) {
    case 'succeeded':
      return Object.assign({ kind: 'duplicate' } as const, replayOf(holder))
    case 'awaiting_approval':
      return { kind: 'routed_to_approval', ...approvalOf(holder) }
    case 'unknown':
      return { kind: 'unknown', ...refOf(holder) }
    case 'needs_human':
      return { kind: 'needs_human', ...refOf(holder) }
    case 'approved':
    case 'claimed':
    case 'dispatched':
    // The rest hold nothing; whoever still found one of them has to ask again.
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'denied':
    case 'dry_run':
      return { kind: 'in_progress', ...refOf(holder) }
  }
}

/** A decision that is the end of the matter, in the words of outcomes. */
export function toOutcome(decision: Stopped): Outcome {
  switch (decision.kind) {
    case 'duplicate':
      return Object.assign({}, decision, { kind: 'replayed' } as const)
    case 'routed_to_approval':
      return { ...decision, kind: 'needs_approval' }
    case 'denied':
    case 'dry_run':
    case 'in_progress':
    case 'unknown':
    case 'conflict':
    case 'needs_human':
      return decision
  }
}

/** What has become of an intent, for whoever asks about it. */
export function outcomeOf(intent: Intent): Outcome {
  const ref = refOf(intent)
  switch (intent.state) {
    case 'succeeded':
      return { kind: 'replayed', ...replayOf(intent) }
    case 'failed':
      return {
        kind: 'failed',
        ...ref,
        ...(intent.failure ?? { code: 'failed', message: intent.reason }),
      }
    case 'awaiting_approval':
      return { kind: 'needs_approval', ...approvalOf(intent) }
    case 'unknown':
    case 'needs_human':
      return {
        kind: intent.state,
        ...ref,
        ...(intent.failure && { message: intent.failure.message }),
      }
    case 'approved':
      return {
        kind: 'in_progress',
        ...ref,
        ...(intent.failure && { message: notSentYet(intent.failure) }),
      }
    case 'claimed':
    case 'dispatched':
      return { kind: 'in_progress', ...ref }
    case 'rejected':
      return { kind: 'denied', code: 'rejected', reason: 'a person rejected it', intent: intent.id }
    case 'expired':
      return {
        kind: 'denied',
        code: 'expired',
        reason: 'nobody approved it in time',
        intent: intent.id,
      }
    case 'denied':
      return {
        kind: 'denied',
        code: 'policy',
        reason: intent.reason,
        rule: intent.rule,
        intent: intent.id,
      }
    case 'dry_run':
      return { kind: 'dry_run', rule: intent.rule, preview: undefined }
  }
}

/** Of what was approved, and is to be tried again. */
export function notSentYet({ message }: KeptFailure): string {
  return `it could not be sent yet, and will be tried again: ${message}`
}

export function replayOf(intent: HoldingIntent) {
  const { value, omitted, undo } = intent
  const { id, correlationId } = intent
  return Object.assign(
    { intent: id, correlationId, value },
    omitted && { omitted },
    undo && { undo },
  )
}

export function approvalOf(intent: HoldingIntent): NeedsApproval {
  const { reason, rule, queueId = 0 } = intent
  return { ...refOf(intent), queueId, reason, rule }
}
