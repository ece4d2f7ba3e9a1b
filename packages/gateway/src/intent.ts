import { type Decision, type JsonValue } from '@armorer/core'
import { type EffectClass, type UndoRequest } from './effect.js'
import { type Omitted } from './outcome.js'
import { type Principal } from './request.js'
import { type StepOf } from './store.js'

export const INTENT_STATES = [
  'awaiting_approval',
  'approved',
  'claimed',
  'dispatched',
  'unknown',
  'succeeded',
  'failed',
  'needs_human',
  'rejected',
  'expired',
  'denied',
  'dry_run',
] as const

export type IntentState = (typeof INTENT_STATES)[number]

/** One intended change, as it is kept. */
export interface Intent {
  readonly id: string
  readonly correlationId: string
  readonly account: string
  readonly principal: Principal
  readonly mode: string
  readonly operation: string
  readonly class: EffectClass
  readonly args: JsonValue
  /** What was asked, whoever asked and whenever: of operation and arguments. */
  readonly content: string
  readonly clientKey: string | undefined
  readonly labels: readonly string[]
  /** What the policy said when it was asked for, by which rule, and in which version. */
  readonly decision: Decision['kind']
  readonly policyVersion: number
  readonly rule: string
  readonly reason: string
  readonly state: IntentState
  readonly generation: number
  readonly queueId: number | undefined
  readonly expiresAt: number | undefined
  readonly decidedBy: string | undefined
  /** What was approved, and by whom, as a gateway has sealed it. */
  readonly seal: string | undefined
  readonly probe: JsonValue | undefined
  readonly dispatchedAt: number | undefined
  /** Approved, and not tried again before then. */
  readonly notBefore: number | undefined
  readonly externalId: string | undefined
  readonly evidence: JsonValue | undefined
  readonly value: JsonValue | undefined
  readonly omitted: Omitted | undefined
  readonly undo: UndoRequest | undefined
  readonly failure: KeptFailure | undefined
  readonly createdAt: number
  readonly finishedAt: number | undefined
  /** Where it is a step of another intent. */
  readonly step: StepOf | undefined
  /** When a person last said that it is to be gone on with. */
  readonly retriedAt: number | undefined
  /** Nobody wants to see it before then; it runs out all the same. */
  readonly snoozedUntil: number | undefined
}

/** As much of an intent as one is told who asks for the same. */
export type HoldingIntent = Pick<
  Intent,
  | 'id'
  | 'correlationId'
  | 'account'
  | 'operation'
  | 'content'
  | 'state'
  | 'value'
  | 'omitted'
  | 'undo'
  | 'reason'
  | 'rule'
  | 'queueId'
>

export interface KeptFailure {
  readonly code: string
  readonly message: string
  readonly retryAfterMs?: number | undefined
}
