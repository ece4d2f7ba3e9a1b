import { type Outcome } from './outcome.js'
import { getEffect, type Parts } from './parts.js'
import { readRequest, takeDown, type ReadRequest } from './read-request.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { runAlone } from './run-alone.js'

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
  const reading = readRequest(effect, request, options)
  const read = reading instanceof Promise ? await reading : reading
  if ('kind' in read) return read
  // A deletion may be repeated, and a payment has a key of its own.
  if (effect.class !== 'create' && effect.class !== 'set') {
    return runAlone(parts, request, read, options)
  }
  const key = twinKey(request, read)
  const twin = parts.memory.get(key)
  const failure = twin && (await failureOfTwin(twin, key, parts.times.request))
  if (failure) return failure
  const running = runAlone(parts, request, read, options)
  underWay.set(key, running)
  parts.memory.set(key, running)
  try {
    return await running
  } finally {
    underWay.delete(key)
    parts.memory.delete(key)
  }
}

/** By what twins know each other. No name holds a line feed, so no two requests have the same by chance. */
function twinKey(
  { account, principal, idempotencyKey }: GatewayRequest,
  { content }: ReadRequest,
): string {
  if (idempotencyKey === undefined) return `${account}\n${content}`
  return `${account}\n${content}\n${principal.kind}\n${principal.id}\n${idempotencyKey}`
}

/** What runs in this process, by the request it is for: a memory is believed only about these. */
const underWay = new Map<string, Promise<Outcome>>()

/**
 * Waits for a twin. That it failed is shared; whatever else became of it, the database says on asking,
 * since what held for the twin, such as a denial, need not hold here.
 */
async function failureOfTwin(
  twin: Promise<Outcome>,
  key: string,
  patience: number,
): Promise<Outcome | undefined> {
  const isTwin = underWay.get(key) === twin
  const outcome = await Promise.race([twin.catch(() => undefined), after(patience)])
  return isTwin && outcome?.kind === 'failed' ? outcome : undefined
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
}
