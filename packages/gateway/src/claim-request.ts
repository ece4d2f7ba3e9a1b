import { canonicalJson, type JsonValue } from '@armorer/core'
import { momentOf, type Clock, type Moment } from './clock.js'
import { type Effect, type EffectSpec } from './effect.js'
import { type HoldingIntent } from './intent.js'
import { type Denial } from './outcome.js'
import { denyOnly, judgeWith, orRefusal, refusalOf, requestsOf, type Parts } from './parts.js'
import { judgedOf } from './policy/judged-of.js'
import { matches } from './policy/matcher.js'
import { type ActivePolicy } from './policy/policy.js'
import { clientKeyOf, requestHash, toNewIntent, type ReadRequest } from './read-request.js'
import { messageOf } from './thrown.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import {
  type Claimed,
  type ClaimInput,
  type DispatchNote,
  type NewIntent,
  type StepOf,
  type Store,
} from './store.js'
import { answerHeld, approvalOf, notSentYet, type Stopped } from './to-outcome.js'

/** A request as it goes out, and what is kept of it. */
export interface Encoded {
  readonly request: unknown
  readonly note: DispatchNote
  /** How many requests it takes. */
  readonly requests: number
}

export function encode(effect: EffectSpec, args: JsonValue, prepared: unknown): Encoded | Denial {
  try {
    const request = effect.encode(args, prepared)
    const probe = effect.probe?.(args, request)
    if (probe !== undefined) canonicalJson(probe)
    const note = { requestHash: requestHash(request), probe }
    return { request, note, requests: requestsOf(effect, args) }
  } catch (error) {
    const reason = `${effect.operation.name} could not be made into a request: ${messageOf(error)}`
    return { kind: 'denied', code: 'invalid_input', reason }
  }
}

export interface ClaimAnswer {
  readonly intent: NewIntent
  readonly answer: Claimed
  /** When it was let out, if it was. */
  readonly begun: Moment
}

export interface ClaimOptions extends RunOptions {
  readonly step?: StepOf | undefined
  /** With it, the claim is the dispatch too. */
  readonly dispatch?: DispatchNote | undefined
  readonly local?: ClaimInput['local']
}

/** What answers a request that was done already. */
export async function findDone(
  { store, replays }: Parts,
  request: GatewayRequest,
  { content, slot }: ReadRequest,
  keyOnly = false,
): Promise<Stopped | undefined> {
  const { account, principal, allowRepeat = false } = request
  const search = { account, content, clientKey: clientKeyOf(request), slot, allowRepeat, keyOnly }
  const done = await orRefusal(() => store.findDone(search))
  if (!done) replays.pass(account)
  if (!done || 'kind' in done) return done
  replays.expect(account)
  store.recordReplay(done, principal)
  return answerHeld(done, 'fingerprint', content)
}

/** The same where it pays to look: a claim would say the same. */
export function lookForDone(
  parts: Parts,
  request: GatewayRequest,
  read: ReadRequest,
): Promise<Stopped | undefined> | undefined {
  const { store, replays } = parts
  const { account, idempotencyKey } = request
  const pays = replays.areExpected(account) || store.looksFirst(account, read.slot)
  return pays ? findDone(parts, request, read, idempotencyKey !== undefined) : undefined
}

/** Claims a request that has been read. */
export async function claimRequest(
  parts: Parts,
  request: GatewayRequest,
  read: ReadRequest,
  options: ClaimOptions,
): Promise<ClaimAnswer> {
  const { store, ids, clock, policy, replays, owner, writerVersion } = parts
  const { step } = options
  const fresh = { id: ids.intent(clock.now()), correlationId: ids.correlation() }
  const intent = toNewIntent(read, request, step ? { ...fresh, step } : fresh)
  const judged = judgedOf(read.effect, intent, read.uses)
  const judge = (active: ActivePolicy) => judgeWith(policy, judged, active)
  const start = startOf(clock, options)
  const input: ClaimInput = {
    intent,
    judge: step ? (active) => denyOnly(judge(active)) : judge,
    covers: (grant, at) => matches(grant.when, judged, at),
    uses: read.uses,
    owner,
    writerVersion,
    dispatch: options.dispatch,
    local: options.local,
    isCancelled: start.isCancelled,
    onBegin: start.onBegin,
    countCalls: parts.watch.count,
  }
  try {
    const answer = await store.claim(input)
    if (answer.kind === 'held') replays.expect(intent.account)
    return { intent, answer, begun: start.begun() }
  } catch (error) {
    return { intent, answer: refusalOf(error), begun: start.begun() }
  }
}

/** Takes the time inside the transaction that lets something out: a process may be asleep from the next moment on. */
export function startOf(clock: Clock, { isCancelled, onBegin }: RunOptions = {}) {
  let begun: Moment | undefined
  return {
    begun: () => begun ?? momentOf(clock),
    /** Nobody stops what they were told is on its way, also where its transaction has to go again. */
    isCancelled: () => begun === undefined && (isCancelled?.() ?? false),
    onBegin() {
      const now = momentOf(clock)
      if (begun === undefined) onBegin?.()
      begun = now
    },
  }
}

/** What a claim that does not go ahead means for the one who asked. */
export async function explain(
  { store }: Parts,
  read: ReadRequest,
  { principal, content }: NewIntent,
  answer: Exclude<Claimed, { kind: 'claimed' | 'dispatched' | 'applied' }>,
): Promise<Stopped> {
  switch (answer.kind) {
    case 'routed':
      return { kind: 'routed_to_approval', ...approvalOf(answer.intent) }
    case 'dry_run':
      return {
        kind: 'dry_run',
        rule: answer.rule,
        preview: await previewOf(read.effect, read.args),
      }
    case 'denied':
      return answer
    case 'held':
      if (answer.holder.state === 'succeeded') store.recordReplay(answer.holder, principal)
      return withReason(store, answer.holder, answerHeld(answer.holder, answer.by, content))
  }
}

/** Where it was approved and could not be sent yet, whoever asks for the same is told why. */
async function withReason(store: Store, holder: HoldingIntent, said: Stopped): Promise<Stopped> {
  if (said.kind !== 'in_progress' || holder.state !== 'approved') return said
  const kept = await orRefusal(() => store.findIntent(holder.id))
  const failure = kept && 'failure' in kept ? kept.failure : undefined
  return failure ? { ...said, message: notSentYet(failure) } : said
}

/** What it would do. Failing to say so changes nothing. */
export async function previewOf(effect: Effect, args: JsonValue): Promise<JsonValue | undefined> {
  try {
    return await effect.preview?.(args)
  } catch (error) {
    return { error: messageOf(error) }
  }
}
