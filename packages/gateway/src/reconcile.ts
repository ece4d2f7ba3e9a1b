import { encode, startOf } from './claim-request.js'
import { type EffectSpec, type Sent } from './effect.js'
import { type ReconcileReport } from './gateway.js'
import { type Intent } from './intent.js'
import { look } from './look.js'
import { watchedOf, type Parts } from './parts.js'
import { factsOf } from './read-request.js'
import { clamp, recordsOf, send, settle, settledIntent, toSucceeded } from './settle.js'
import { type DueIntent, type Lease, type LookRecord } from './store.js'

const AT_A_TIME = 16
const PER_SWEEP = 256

/** Looks once after everything whose holder has gone quiet: any process can, and each intent has one looker at a time. */
export async function reconcile(parts: Parts): Promise<ReconcileReport> {
  const due = [...(await parts.store.takeDue(parts.owner, PER_SWEEP, [...parts.effects.keys()]))]
  const report = { looked: due.length, succeeded: 0, failed: 0, waiting: 0, needsHuman: 0 }
  const work = async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      // What cannot be looked after now stays with its lease, and comes up again; the others must not wait for it.
      const fate = await settleOne(parts, next).catch((): Fate => 'unknown')
      report[FATES[fate]] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return report
}

type Fate = 'succeeded' | 'failed' | 'approved' | 'unknown' | 'needs_human'

const FATES = {
  succeeded: 'succeeded',
  failed: 'failed',
  approved: 'waiting',
  unknown: 'waiting',
  needs_human: 'needsHuman',
} as const

async function settleOne(parts: Parts, due: DueIntent): Promise<Fate> {
  const { intent, lease } = due
  const effect = parts.effects.get(intent.operation)
  // Its class has changed since it was sent: nobody here can look for it any more.
  if (!effect || effect.class === 'local') return 'unknown'
  const changed = hasChanged(effect, intent)
  if (!changed && !effect.reconcile && isRepeatable(effect)) return repeat(parts, effect, due)
  const record = changed ? CHANGED : await lookFor(parts, effect, intent)
  const looked = await parts.store.recordLook(
    lease,
    record,
    (at) =>
      record.kind === 'succeeded'
        ? recordsOf(effect, settledIntent({ ...intent, effect, lease }, record, at))
        : [],
    watchedOf(parts, effect, intent.args),
  )
  return looked.kind === 'lost' ? 'unknown' : fateOf(looked.state)
}

/** What was sent cannot be looked for with arguments that are not those that were kept: a person must. */
function hasChanged(effect: EffectSpec, { account, args, content }: Intent): boolean {
  const facts = factsOf(effect, account, args)
  return 'kind' in facts || facts.content !== content
}

const CHANGED = {
  kind: 'ambiguous',
  evidence: { reason: 'its arguments are not those that were kept' },
} as const

/** To bring about a state, or an absence, twice is to bring it about once. */
function isRepeatable({ class: kind, prepare }: EffectSpec): boolean {
  return (kind === 'set' || kind === 'delete') && !prepare
}

async function lookFor(parts: Parts, effect: EffectSpec, intent: Intent): Promise<LookRecord> {
  const { dispatchedAt = intent.createdAt } = intent
  const found = await look(parts, effect, { ...intent, dispatchedAt })
  return found.kind === 'applied' ? toSucceeded(effect, intent.args, found) : found
}

async function repeat(
  parts: Parts,
  effect: EffectSpec,
  { intent, lease }: DueIntent,
): Promise<Fate> {
  const encoded = encode(effect, intent.args, undefined)
  if ('kind' in encoded) return 'unknown'
  const { store, writerVersion } = parts
  const start = startOf(parts.clock)
  const dispatched = await store.redispatch(lease, writerVersion, start.onBegin)
  if (dispatched.kind === 'denied') return postpone(parts, lease, dispatched.reason)
  const again = {
    ...intent,
    ...encoded,
    effect,
    lease,
    dispatchedAt: dispatched.at,
    begun: start.begun(),
  }
  const sent = await send(parts, again)
  // What is in the way now may be gone by the next time.
  if (isUnsent(sent) && sent.retryAfterMs !== undefined) {
    return postpone(parts, lease, sent.message, clamp(sent.retryAfterMs))
  }
  const outcome = await settle(parts, again, isUnsent(sent) ? leftOpen(sent) : sent)
  return outcome.kind === 'executed' ? 'succeeded' : fateOf(outcome.kind)
}

/** It comes up again later, and nothing is said about it until then. */
async function postpone(
  { store }: Parts,
  lease: Lease,
  message: string,
  retryAfterMs?: number,
): Promise<Fate> {
  await store.recordLook(lease, { kind: 'postponed', message, retryAfterMs }, () => [])
  return 'unknown'
}

type Unsent = Extract<Sent, { readonly kind: 'not_sent' | 'refused' }>

function isUnsent(sent: Sent): sent is Unsent {
  return sent.kind === 'not_sent' || sent.kind === 'refused'
}

/** That it cannot be sent again says nothing about the first time, of which nothing was heard. */
function leftOpen({ message }: Unsent): Sent {
  return { kind: 'partial', message, evidence: { notRepeated: message } }
}

function fateOf(kind: string): Fate {
  switch (kind) {
    case 'succeeded':
    case 'failed':
    case 'approved':
    case 'needs_human':
      return kind
    default:
      return 'unknown'
  }
}
