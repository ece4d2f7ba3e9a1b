import { claimRequest, encode, explain, findDone, lookForDone } from './claim-request.js'
import { type Outcome } from './outcome.js'
import { type Parts } from './parts.js'
import { prepareAndDispatch } from './prepare.js'
import { type ReadRequest } from './read-request.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { runLocally } from './run-locally.js'
import { onItsWay, sendAndSettle } from './settle.js'
import { type StepOf } from './store.js'
import { outcomeOf, toOutcome } from './to-outcome.js'

export interface AloneOptions extends RunOptions {
  /** Where it is a step of another intent. */
  readonly step?: StepOf | undefined
}

/** Judges, claims, sends once and records, whatever else this process has under way. */
export async function runAlone(
  parts: Parts,
  request: GatewayRequest,
  read: ReadRequest,
  options: AloneOptions,
): Promise<Outcome> {
  const { effect, args } = read
  if (effect.class === 'local') return runLocally(parts, request, read, effect)
  const looking = options.step ? undefined : lookForDone(parts, request, read)
  const done = looking && (await looking)
  if (done) return toOutcome(done)
  // Where nothing must be prepared, claim and dispatch are one transaction.
  const encoded = effect.prepare ? undefined : encode(effect, args, undefined)
  if (encoded && 'kind' in encoded) {
    // It may have been done while it still could be.
    return toOutcome((options.step ? undefined : await findDone(parts, request, read)) ?? encoded)
  }
  const { step, isCancelled, onBegin } = options
  const how = { step, isCancelled, onBegin, dispatch: encoded?.note }
  const claim = await claimRequest(parts, request, read, how)
  const { intent, answer, begun } = claim
  if (answer.kind === 'applied') return outcomeOf(answer.intent)
  if (answer.kind !== 'claimed' && answer.kind !== 'dispatched') {
    return toOutcome(await explain(parts, read, intent, answer))
  }
  const { lease, at } = answer
  if (encoded) {
    const sending = onItsWay({ intent, effect, lease, encoded, at, begun })
    return sendAndSettle(parts, sending, options.handler)
  }
  const ready = await prepareAndDispatch(parts, { ...intent, effect, lease }, options)
  return 'kind' in ready ? ready : sendAndSettle(parts, ready, options.handler)
}
