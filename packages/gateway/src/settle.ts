import { type JsonValue } from '@armorer/core'
import { type CompiledQuery } from 'kysely'
import { sha256 } from './audit.js'
import { toCanonical } from './canonical.js'
import { type Moment } from './clock.js'
import { deliver, toKept } from './deliver.js'
import {
  type Effect,
  type EffectSpec,
  type Sent,
  type SettledIntent,
  type UndoRequest,
} from './effect.js'
import { type IntentRef, type Outcome } from './outcome.js'
import { look } from './look.js'
import { issuePermit, type Permit } from './permit.js'
import { timeoutOf, watchedOf, type Parts } from './parts.js'
import { type Principal, type ToolHandler } from './request.js'
import {
  PERHAPS_SPENT,
  type DispatchNote,
  type Lease,
  type NewIntent,
  type Settlement,
  type Succeeded,
} from './store.js'
import { notSentYet, outcomeOf } from './to-outcome.js'

/** An intent that has been dispatched, and what its send needs. */
export interface OnItsWay {
  readonly effect: EffectSpec
  readonly lease: Lease
  readonly correlationId: string
  readonly account: string
  readonly principal: Principal
  readonly mode: string
  readonly labels: readonly string[]
  readonly args: JsonValue
  readonly request: unknown
  readonly note: DispatchNote
  readonly requests: number
  readonly dispatchedAt: number
  /** The same on this process's clocks. */
  readonly begun: Moment
}

/** An intent that its claim has let out. Field by field: copies of it cost more than most of what is done with them. */
export function onItsWay(out: {
  readonly intent: NewIntent
  readonly effect: EffectSpec
  readonly lease: Lease
  readonly encoded: Pick<OnItsWay, 'request' | 'note' | 'requests'>
  readonly at: number
  readonly begun: Moment
}): OnItsWay {
  const { intent, effect, lease, encoded, at, begun } = out
  return {
    effect,
    lease,
    correlationId: intent.correlationId,
    account: intent.account,
    principal: intent.principal,
    mode: intent.mode,
    labels: intent.labels,
    args: intent.args,
    request: encoded.request,
    note: encoded.note,
    requests: encoded.requests,
    dispatchedAt: at,
    begun,
  }
}

/** As much of an intent as its outcome concerns. */
export type Settleable = Pick<OnItsWay, 'effect' | 'lease' | 'correlationId' | 'account' | 'args'>

/** Sends it, once, and records what came of it. */
export async function sendAndSettle(
  parts: Parts,
  intent: OnItsWay,
  handler?: ToolHandler,
): Promise<Outcome> {
  return settle(parts, intent, await send(parts, intent, handler))
}

/** Sends it, once. */
export async function send(parts: Parts, intent: OnItsWay, handler?: ToolHandler): Promise<Sent> {
  const permit = permitOf(parts, intent)
  const { effect, lease, correlationId, account, principal, mode, labels } = intent
  const step = parts.stepsOf({ id: lease.intent, account, principal, mode, labels })
  const sent = await deliver({
    effect,
    permit,
    request: intent.request,
    call: { intent: lease.intent, correlationId, account, principal, labels, handler, step },
    timeoutMs: timeoutOf(intent.requests, parts.times),
  })
  return sent.kind === 'duplicate' ? resolveDuplicate(parts, intent, sent) : sent
}

export function permitOf({ clock, times }: Parts, intent: OnItsWay): Permit {
  const { lease, account, effect, note, begun } = intent
  return issuePermit(
    {
      intent: lease.intent,
      generation: lease.generation,
      account,
      operation: effect.operation.name,
    },
    { hash: note.requestHash, clock, from: begun, lifeMs: times.permit },
  )
}

/** The far side has it already. If it is ours, from an earlier attempt, it is found by looking. */
async function resolveDuplicate(
  parts: Parts,
  intent: OnItsWay,
  sent: Extract<Sent, { readonly kind: 'duplicate' }>,
): Promise<Sent> {
  const { effect, lease, account, principal, mode, labels, args, note, dispatchedAt } = intent
  const found = await look(parts, effect, {
    id: lease.intent,
    account,
    principal,
    mode,
    labels,
    args,
    probe: note.probe,
    dispatchedAt,
  })
  if (found.kind === 'applied') {
    return { kind: 'applied', value: found.value, externalId: found.externalId }
  }
  if (found.kind === 'absent') {
    return { kind: 'refused', code: 'duplicate_at_far_side', message: sent.message }
  }
  return { kind: 'unknown', message: sent.message }
}

/** Records an outcome and says it. If it cannot be recorded, it is not known: a reconciler will find it out. */
export async function settle(parts: Parts, intent: Settleable, sent: Sent): Promise<Outcome> {
  const ref = { intent: intent.lease.intent, correlationId: intent.correlationId }
  const settlement = toSettlement(intent, sent)
  try {
    const { breakers, text } = watchedOf(parts, intent.effect, intent.args)
    const completed = await parts.store.complete({
      lease: intent.lease,
      settlement,
      breakers,
      text,
      isRefusal: sent.kind === 'refused',
      record: (at) => recordsOf(intent.effect, settledIntent(intent, settlement, at)),
      countCalls: parts.watch.count,
    })
    if (completed.kind === 'lost') return outcomeOf(completed.intent)
    if (completed.state === settlement.kind) return toOutcome(ref, settlement, sent)
    return completed.state === 'approved' && settlement.kind === 'failed'
      ? { kind: 'in_progress', ...ref, message: notSentYet(settlement) }
      : { kind: 'needs_human', ...ref }
  } catch (error) {
    const message = `it was sent, and what came of it could not be recorded: ${String(error)}`
    return { kind: 'unknown', ...ref, message }
  }
}

function toOutcome(ref: IntentRef, settlement: Settlement, sent: Sent): Outcome {
  switch (settlement.kind) {
    case 'succeeded': {
      const value = sent.kind === 'applied' ? sent.value : undefined
      const { intent, correlationId } = ref
      const executed = { kind: 'executed', intent, correlationId, value } as const
      return settlement.undo ? Object.assign(executed, { undo: settlement.undo }) : executed
    }
    case 'failed': {
      const { code, message, retryAfterMs } = settlement
      return {
        kind: 'failed',
        ...ref,
        code,
        message,
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      }
    }
    case 'unknown':
      return { kind: 'unknown', ...ref, message: settlement.message }
    case 'needs_human':
      return { kind: 'needs_human', ...ref, message: settlement.message }
  }
}

function toSettlement({ effect, args }: Settleable, sent: Sent): Settlement {
  switch (sent.kind) {
    case 'applied':
      return toSucceeded(effect, args, sent)
    case 'refused':
      return {
        kind: 'failed',
        code: sent.code,
        message: sent.message,
        retryAfterMs: clamp(sent.retryAfterMs),
      }
    case 'not_sent':
      return {
        kind: 'failed',
        code: 'not_sent',
        message: sent.message,
        retryAfterMs: clamp(sent.retryAfterMs),
      }
    case 'partial':
      return { kind: 'needs_human', message: sent.message, evidence: sent.evidence }
    case 'duplicate':
    case 'unknown':
      return effect.class === 'spend'
        ? { kind: 'failed', code: PERHAPS_SPENT, message: sent.message }
        : { kind: 'unknown', message: sent.message }
  }
}

const LARGEST = 64 * 1024
const DAY = 24 * 60 * 60 * 1000

/** What is kept of a success. A value too large to keep is kept as its size and digest. */
export function toSucceeded(
  effect: Effect,
  args: JsonValue,
  applied: {
    readonly value: unknown
    readonly externalId?: string | undefined
    readonly evidence?: JsonValue | undefined
  },
): Succeeded {
  // It has happened: whatever its value is, nothing about it may undo that.
  const kept = toKept(applied.value)
  const bytes = Buffer.byteLength(kept?.text ?? '')
  const omitted = kept && bytes > LARGEST ? { bytes, digest: sha256(kept.text) } : undefined
  return {
    kind: 'succeeded',
    value: omitted ? undefined : kept?.value,
    omitted,
    externalId: effect.class === 'create' ? applied.externalId : undefined,
    undo: undoOf(effect, applied.value, args),
    evidence: applied.evidence,
  }
}

function undoOf(effect: Effect, value: unknown, args: JsonValue): UndoRequest | undefined {
  try {
    const undo = effect.undo?.(value, args)
    return undo && { operation: undo.operation, args: toCanonical(undo.args).value }
  } catch {
    return undefined
  }
}

export function settledIntent(
  intent: {
    readonly effect: Effect
    readonly lease: Lease
    readonly account: string
    readonly args: JsonValue
  },
  settlement: Settlement,
  at: number,
): SettledIntent {
  return {
    id: intent.lease.intent,
    account: intent.account,
    operation: intent.effect.operation.name,
    args: intent.args,
    state: settlement.kind,
    externalId: settlement.kind === 'succeeded' ? settlement.externalId : undefined,
    value: settlement.kind === 'succeeded' ? settlement.value : undefined,
    at,
  }
}

export function recordsOf(effect: Effect, settled: SettledIntent): readonly CompiledQuery[] {
  return 'record' in effect ? (effect.record?.(settled) ?? []) : []
}

/** A time that can be waited for, at most a day. */
export function clamp(ms: number | undefined): number | undefined {
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(Number(ms)), 0), DAY) : undefined
}
