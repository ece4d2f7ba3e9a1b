import { type Tracer } from '@armorer/core'
import { type Clock, createContext, retry, service, trace } from '@armorer/runtime'
import { type Answer, readAnswer } from './answer.js'
import { limitKey, type XConnection } from './connection.js'
import { type ReadId, endpoints } from './endpoints/endpoints.js'
import { isObject } from './is-object.js'
import { judgeUrl } from './judge-url.js'
import { mapXError } from './map-x-error.js'
import { toWireNames } from './names.js'
import { isTransient, ProviderError } from './provider-error.js'
import { type RateReading } from './rate-windows.js'
import { type ReadRequest } from './request.js'

/** When and how often a read is tried again. */
export interface RetryPolicy {
  readonly retries: number
  readonly minMs: number
  readonly maxMs: number
}

export const defaultRetryPolicy: RetryPolicy = { retries: 2, minMs: 500, maxMs: 5_000 }

/** What is known about a call besides its answer. */
export interface CallMeta {
  readonly status: number
  readonly rate: RateReading
  readonly transactionId?: string
  readonly microUsd: number
  readonly ms: number
  /** How often it was sent. */
  readonly attempts: number
}

export interface ReadAnswer {
  readonly body: Readonly<Record<string, unknown>>
  readonly meta: CallMeta
}

export interface ReadCall {
  readonly id: ReadId
  readonly request: ReadRequest
  readonly signal?: AbortSignal
}

export interface ReadOptions {
  readonly policy?: RetryPolicy
  readonly random?: () => number
  readonly clock?: Clock
  readonly tracer?: Tracer
}

export type CallRead = (call: ReadCall) => Promise<ReadAnswer>

/** Reads, tried again where the way or X itself failed in passing. A rate limit is left to the caller. */
export function createCallRead(connection: XConnection, options: ReadOptions = {}): CallRead {
  const { policy = defaultRetryPolicy, random = Math.random, clock, tracer } = options
  const attempts = new WeakMap<ReadCall, number>()
  const once = service<ReadCall, ReadAnswer, 'read'>(
    (call) => {
      const attempt = (attempts.get(call) ?? 0) + 1
      attempts.set(call, attempt)
      return readOnce(connection, call, attempt)
    },
    { effects: 'read', name: 'x' },
  )
  const again = once.layer(
    retry({
      times: policy.retries,
      when: ({ cause }) => cause instanceof ProviderError && isTransient(cause),
      delayMs: (attempt) => delayOf(policy, attempt, random),
      ...(clock && { clock }),
    }),
  )
  const stack = tracer ? again.layer(trace(tracer, 'x.read')) : again
  return (call) => stack.call(call, createContext({ ...(call.signal && { signal: call.signal }) }))
}

/** Somewhere between the least and twice the last most, so that many do not come back at once. */
function delayOf(policy: RetryPolicy, attempt: number, random: () => number): number {
  const most = Math.min(policy.maxMs, policy.minMs * 2 ** attempt)
  return policy.minMs + random() * (most - policy.minMs)
}

async function readOnce(
  connection: XConnection,
  { id, request, signal }: ReadCall,
  attempts: number,
): Promise<ReadAnswer> {
  const { limits, meter, names, now } = connection
  const endpoint = endpoints[id]
  const wait = limits.wait(limitKey(connection, endpoint))
  if (wait !== undefined) throw stillLimited(wait)
  const query = toWireNames(request.query ?? {}, names)
  const judged = judgeUrl({ ...request, query }, connection.baseUrl)
  if (judged.kind === 'blocked') {
    throw new ProviderError({ code: 'invalid_request', status: 400 }, judged.message)
  }
  const started = now()
  const answer = await ask(connection, { id, url: judged.url, signal })
  const rate = limits.note(limitKey(connection, endpoint), answer.headers)
  const owned = isOwned(connection, request.path)
  const microUsd = meter.measure({ id, status: answer.status, body: answer.body, owned })
  const body = toBody(answer, now())
  const transactionId = answer.headers.get('x-transaction-id')
  return {
    body,
    meta: {
      status: answer.status,
      rate,
      ...(transactionId !== null && { transactionId }),
      microUsd,
      ms: now() - started,
      attempts,
    },
  }
}

interface Question {
  readonly id: ReadId
  readonly url: URL
  readonly signal: AbortSignal | undefined
}

/** A token that X refuses is renewed once; what X says to the new one counts. */
async function ask(connection: XConnection, { id, url, signal }: Question): Promise<Answer> {
  const asApp = !endpoints[id].callers.includes('user')
  const token = asApp ? await getAppToken(connection) : await connection.tokens.get()
  const answer = await fetchOnce(connection, url, { token, signal })
  if (answer.status !== 401 || asApp) return answer
  const renewed = await connection.tokens.renew(token)
  return fetchOnce(connection, url, { token: renewed, signal })
}

async function fetchOnce(
  { fetch, readTimeoutMs }: XConnection,
  url: URL,
  { token, signal }: { token: string; signal: AbortSignal | undefined },
): Promise<Answer> {
  const timeout = AbortSignal.timeout(readTimeoutMs)
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return await readAnswer(response)
  } catch (error) {
    // Who asked to stop has nothing to be told about the network.
    signal?.throwIfAborted()
    throw mapXError({ kind: 'thrown', error })
  }
}

function toBody(answer: Answer, now: number): Readonly<Record<string, unknown>> {
  const { status, body } = answer
  if (status < 200 || status >= 300) throw mapXError({ kind: 'answer', answer, now })
  if (body === undefined) {
    throw new ProviderError({ code: 'network' }, 'the answer of X could not be read to its end')
  }
  if (!isObject(body)) throw new ProviderError({ code: 'bad_answer' }, 'the answer is no object')
  // Nothing but errors is a refusal, though its status says success.
  if (body['data'] === undefined && Array.isArray(body['errors']) && body['errors'].length > 0) {
    throw mapXError({ kind: 'answer', answer, now })
  }
  return body
}

async function getAppToken({ appToken }: XConnection): Promise<string> {
  if (appToken) return appToken()
  throw new ProviderError({ code: 'not_configured' }, "this call takes the app's own token")
}

function isOwned({ ownerId }: XConnection, path: string): boolean {
  return ownerId !== undefined && path.startsWith(`/2/users/${ownerId}/`)
}

function stillLimited(retryAfterMs: number): ProviderError {
  const seconds = Math.ceil(retryAfterMs / 1000)
  return new ProviderError(
    { code: 'rate_limited', retryAfterMs },
    `X has said that this call must wait another ${seconds} s`,
  )
}
