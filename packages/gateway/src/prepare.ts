import { type JsonValue } from '@armorer/core'
import { encode, startOf } from './claim-request.js'
import { type EffectSpec, type Stage } from './effect.js'
import { hasNotConnected } from './deliver.js'
import { type Outcome } from './outcome.js'
import { judgeWith, orRefusal, type Parts } from './parts.js'
import { issueStagingPermit } from './permit.js'
import { judgedOf } from './policy/judged-of.js'
import { usesOf } from './read-request.js'
import { messageOf } from './thrown.js'
import { type RunOptions } from './request.js'
import { type OnItsWay } from './settle.js'
import { type Lease, type NewIntent } from './store.js'
import { notSentYet } from './to-outcome.js'

/** An intent that is claimed and not yet on its way. */
export type ClaimedIntent = NewIntent & { readonly effect: EffectSpec; readonly lease: Lease }

/** Prepares a claimed intent, and lets it out if it still may. */
export async function prepareAndDispatch(
  parts: Parts,
  claimed: ClaimedIntent,
  options: RunOptions,
): Promise<OnItsWay | Outcome> {
  const { effect, args, lease } = claimed
  const prepared = await prepare(parts, effect, args, claimed.account)
  if (prepared.kind === 'failed') return giveUp(parts, claimed, prepared)
  const encoded = encode(effect, args, prepared.value)
  if ('kind' in encoded) return giveUp(parts, claimed, { message: encoded.reason })
  const start = startOf(parts.clock, options)
  const dispatched = await orRefusal(() =>
    parts.store.dispatch({
      lease,
      note: encoded.note,
      judge: (active) =>
        judgeWith(parts.policy, judgedOf(effect, claimed, usesOf(effect, args)), active),
      writerVersion: parts.writerVersion,
      isCancelled: start.isCancelled,
      onBegin: start.onBegin,
    }),
  )
  if (dispatched.kind === 'denied') return { ...dispatched, intent: lease.intent }
  return { ...claimed, ...encoded, dispatchedAt: dispatched.at, begun: start.begun() }
}

type Prepared =
  | { readonly kind: 'ready'; readonly value: unknown }
  | ({ readonly kind: 'failed' } & Unprepared)

interface Unprepared {
  readonly message: string
  /** Where what was in the way passes. */
  readonly retryAfterMs?: number
}

async function prepare(
  { clock, times }: Parts,
  effect: EffectSpec,
  args: JsonValue,
  account: string,
): Promise<Prepared> {
  const stage: Stage = (purpose, content) =>
    issueStagingPermit({ account, purpose, content }, { clock, lifeMs: times.prepare })
  try {
    return { kind: 'ready', value: await effect.prepare?.(args, stage) }
  } catch (error) {
    const message = messageOf(error)
    return { kind: 'failed', message, ...(hasNotConnected(error) && { retryAfterMs: 0 }) }
  }
}

/** Nothing was sent, so nothing needs to be found out. */
async function giveUp(
  { store }: Parts,
  { lease, correlationId }: ClaimedIntent,
  { message, retryAfterMs }: Unprepared,
): Promise<Outcome> {
  const failure = { code: 'not_prepared', message, retryAfterMs }
  const completed = await orRefusal(() =>
    store.complete({ lease, settlement: { kind: 'failed', ...failure }, record: () => [] }),
  )
  const ref = { intent: lease.intent, correlationId }
  return completed.kind === 'completed' && completed.state === 'approved'
    ? { kind: 'in_progress', ...ref, message: notSentYet(failure) }
    : { kind: 'failed', ...ref, ...failure }
}
