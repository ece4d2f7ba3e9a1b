import { claimRequest, encode, explain } from './claim-request.js'
import { type Outcome } from './outcome.js'
import { getEffect, type Parts } from './parts.js'
import { prepareAndDispatch } from './prepare.js'
import { clientKeyOf, readRequest, takeDown, type ReadRequest } from './read-request.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { runLocally } from './run-locally.js'
import { sendAndSettle } from './settle.js'
import { outcomeOf, toOutcome } from './to-outcome.js'

/** Judges, claims, sends once and records. Twins in this process wait for the one that runs. */
export async function run(
  parts: Parts,
  given: GatewayRequest,
  options: RunOptions = {},
): Promise<Outcome> {
  const request = takeDown(given)
  if ('kind' in request) return request
  const effect = getEffect(parts, request.operation.name)
  if (options.handler && !('tool' in effect)) {
    throw new TypeError(
      `${effect.operation.name}: its effect is not made of the tool; use effectOf(tool)`,
    )
  }
  const read = await readRequest(effect, request, options)
  if ('kind' in read) return read
  // A deletion may be repeated, and a payment has a key of its own.
  if (effect.class !== 'create' && effect.class !== 'set') {
    return runAlone(parts, request, read, options)
  }
  const key = [request.account, read.content, clientKeyOf(request) ?? ''].join('\n')
  const twin = parts.memory.running(key)
  const failure = twin && (await failureOfTwin(twin, key, parts.times.request))
  return failure ?? parts.memory.run(key, () => noted(key, runAlone(parts, request, read, options)))
}

/** What runs in this process, and for which requests: a memory is believed only about these. */
const underWay = new WeakMap<Promise<Outcome>, string>()

function noted(key: string, running: Promise<Outcome>): Promise<Outcome> {
  const forget = () => underWay.delete(running)
  underWay.set(running, key)
  running.then(forget, forget)
  return running
}

/**
 * Waits for a twin. That it failed is shared; whatever else became of it, the database says on asking,
 * since what held for the twin, such as a denial, need not hold here.
 */
async function failureOfTwin(
  twin: Promise<Outcome>,
  key: string,
  patience: number,
): Promise<Outcome | undefined> {
  const isTwin = underWay.get(twin) === key
  const outcome = await Promise.race([twin.catch(() => undefined), after(patience)])
  return isTwin && outcome?.kind === 'failed' ? outcome : undefined
}

async function runAlone(
  parts: Parts,
  request: GatewayRequest,
  read: ReadRequest,
  options: RunOptions,
): Promise<Outcome> {
  const { effect, args } = read
  if (effect.class === 'local') return runLocally(parts, request, read, effect)
  // Where nothing must be prepared, claim and dispatch are one transaction.
  const encoded = effect.prepare ? undefined : encode(effect, args, undefined)
  if (encoded && 'kind' in encoded) return encoded
  const claim = await claimRequest(parts, request, read, { ...options, dispatch: encoded?.note })
  const { intent, answer, begun } = claim
  if (answer.kind === 'applied') return outcomeOf(answer.intent)
  if (answer.kind !== 'claimed' && answer.kind !== 'dispatched') {
    return toOutcome(await explain(parts, read, intent, answer))
  }
  const started = { ...intent, effect, lease: answer.lease }
  const ready = encoded
    ? { ...started, ...encoded, dispatchedAt: answer.at, begun }
    : await prepareAndDispatch(parts, started, options)
  return 'kind' in ready ? ready : sendAndSettle(parts, ready, options.handler)
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
}
