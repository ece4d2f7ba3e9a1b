import { claimRequest, encode, explain } from './claim-request.js'
import { type Outcome } from './outcome.js'
import { getEffect, type Parts } from './parts.js'
import { prepareAndDispatch } from './prepare.js'
import { clientKeyOf, readRequest, type ReadRequest } from './read-request.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { runLocally } from './run-locally.js'
import { sendAndSettle } from './settle.js'
import { outcomeOf, toOutcome } from './to-outcome.js'

/** Judges, claims, sends once and records. Twins in this process wait for the one that runs. */
export async function run(
  parts: Parts,
  request: GatewayRequest,
  options: RunOptions = {},
): Promise<Outcome> {
  const effect = getEffect(parts, request.operation.name)
  if (options.handler && !('tool' in effect)) {
    throw new TypeError(
      `${effect.operation.name}: its effect is not made of the tool; use effectOf(tool)`,
    )
  }
  const read = await readRequest(effect, request)
  if ('kind' in read) return read
  const alone = () => runAlone(parts, request, read, options)
  // A deletion may be repeated, and a payment has a key of its own.
  if (effect.class !== 'create' && effect.class !== 'set') return alone()
  const key = [request.account, read.content, clientKeyOf(request) ?? ''].join('\n')
  const twin = parts.memory.running(key)
  return (twin && (await answerOfTwin(parts, request, read, twin))) ?? parts.memory.run(key, alone)
}

/** What the database says of a twin once it has ended: nothing, if the twin never got that far. */
async function answerOfTwin(
  { store, times }: Parts,
  { principal }: GatewayRequest,
  { content }: ReadRequest,
  twin: Promise<Outcome>,
): Promise<Outcome | undefined> {
  const outcome = await Promise.race([twin.catch(() => undefined), after(times.request)])
  const id = outcome && 'intent' in outcome ? outcome.intent : undefined
  const intent = id === undefined ? undefined : await store.findIntent(id)
  if (intent?.content !== content) return undefined
  if (intent.state === 'succeeded') store.recordReplay(intent, principal)
  return outcomeOf(intent)
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
