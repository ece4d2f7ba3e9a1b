import { type JsonValue } from '@armorer/core'
import { type UndoRequest } from './effect.js'
import { type Ticket } from './ticket.js'

/** Names one attempt: its row, and the id under which every log knows it. */
export interface IntentRef {
  readonly intent: string
  readonly correlationId: string
}

/** Why a change may not go ahead. */
export interface Denial {
  readonly kind: 'denied'
  readonly code: DenialCode
  readonly reason: string
  /** The rule that says so. */
  readonly rule?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly intent?: string | undefined
}

export type DenialCode =
  | 'policy'
  | 'limit'
  | 'paused'
  | 'old_writer'
  | 'invalid_input'
  | 'repeat_not_allowed'
  | 'cancelled'
  | 'closing'
  | 'lost_lease'
  | 'storage'
  | 'not_approved'
  | 'rejected'
  | 'expired'

export interface NeedsApproval extends IntentRef {
  readonly queueId: number
  readonly reason: string
  readonly rule: string
}

export interface Replayed<Output> extends IntentRef {
  readonly value: Output | undefined
  /** The value was too large to keep whole: this is what is known of it. */
  readonly omitted?: Omitted | undefined
  readonly undo?: UndoRequest | undefined
}

export interface Omitted {
  readonly bytes: number
  readonly digest: string
}

export interface Failure extends IntentRef {
  readonly code: string
  readonly message: string
  readonly retryAfterMs?: number | undefined
}

/** What an evaluation says. Only `proceed` may be dispatched. */
export type GatewayDecision<Output = unknown> =
  | { readonly kind: 'proceed'; readonly ticket: Ticket }
  | Denial
  | ({ readonly kind: 'routed_to_approval' } & NeedsApproval)
  | { readonly kind: 'dry_run'; readonly rule: string; readonly preview: JsonValue | undefined }
  | ({ readonly kind: 'duplicate' } & Replayed<Output>)
  | ({ readonly kind: 'in_progress'; readonly message?: string | undefined } & IntentRef)
  | ({ readonly kind: 'unknown' } & IntentRef)
  | { readonly kind: 'conflict'; readonly message: string; readonly intent?: string | undefined }
  | ({ readonly kind: 'needs_human' } & IntentRef)

/** What became of a request. */
export type Outcome<Output = unknown> =
  | ({
      readonly kind: 'executed'
      readonly value: Output
      readonly undo?: UndoRequest | undefined
    } & IntentRef)
  /** The same was done before, a moment ago or under the same key. */
  | ({ readonly kind: 'replayed' } & Replayed<Output>)
  /** Someone is at it, or it was approved and waits to be tried again: then the message says why. */
  | ({ readonly kind: 'in_progress'; readonly message?: string | undefined } & IntentRef)
  | ({ readonly kind: 'needs_approval' } & NeedsApproval)
  | { readonly kind: 'dry_run'; readonly rule: string; readonly preview: JsonValue | undefined }
  | Denial
  /** Certainly not applied. */
  | ({ readonly kind: 'failed' } & Failure)
  /** It was sent, and nobody knows yet what came of it. */
  | ({ readonly kind: 'unknown'; readonly message?: string | undefined } & IntentRef)
  | { readonly kind: 'conflict'; readonly message: string; readonly intent?: string | undefined }
  /** Part of it may be done, and nobody but a person can say which. */
  | ({ readonly kind: 'needs_human'; readonly message?: string | undefined } & IntentRef)
