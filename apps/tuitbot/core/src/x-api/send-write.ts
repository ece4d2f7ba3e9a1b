import { canonicalJson } from '@armorer/core'
import { PermitError } from '@armorer/gateway'
import { type Answer, readAnswer } from './answer.js'
import { limitKey, type XConnection } from './connection.js'
import { admit, type Passage } from './egress-guard.js'
import { type EndpointId, endpoints } from './endpoints/endpoints.js'
import { isObject } from './is-object.js'
import { judgeUrl } from './judge-url.js'
import { mapXError, nameOf } from './map-x-error.js'
import { ShapeError } from './parse-model.js'
import { ProviderError } from './provider-error.js'
import { type WriteRequest } from './request.js'
import { type Sent } from './sent.js'

/** What a success says: its value, and the id of what was made. */
export interface Made<Value> {
  readonly value: Value
  readonly externalId?: string
}

/**
 * Reads the `data` of a success. It throws a `ShapeError` where that does not show that the change was made,
 * and a `ProviderError` where it shows that it was not.
 */
export type ReadMade<Value> = (
  data: Readonly<Record<string, unknown>>,
  request: WriteRequest,
) => Made<Value>

export interface Write<Value> {
  readonly request: WriteRequest
  /** The endpoints that this request may be for. */
  readonly allows: (id: EndpointId) => boolean
  /** Uses up the leave to send exactly this. It throws where there is none. */
  readonly spend: (request: WriteRequest) => void
  readonly made: ReadMade<Value>
  /** What is sent in the place of the request's body, where that is no JSON. */
  readonly form?: FormData
}

/** Sends one change once. It is never repeated, follows nowhere, and what became of it is told without guessing. */
export async function sendWrite<Value>(
  connection: XConnection,
  asked: Write<Value>,
): Promise<Sent<Value>> {
  const request = copy(asked.request)
  if (request === undefined) return notSent('this is no request: it must be plain data')
  const write = { ...asked, request }
  const judged = judgeUrl(request, connection.baseUrl)
  if (judged.kind === 'blocked') return notSent(judged.message)
  const { id, url } = judged
  if (!write.allows(id)) return notSent(`this is a request for ${id}, not for what was meant`)
  const wait = connection.limits.wait(limitKey(connection, endpoints[id]))
  if (wait !== undefined) return limited(wait)
  const token = await connection.tokens.get().catch((error: unknown) => ({ error }))
  if (typeof token !== 'string') return beforeSending(token.error)

  const { answer, trouble, passage } = await sendOnce(connection, url, { write, token })
  try {
    note(connection, id, answer)
    if (answer === undefined) return unanswered(trouble, passage)
    const sent = toSent(answer, write, connection.now())
    // This one has had its only try. With a better token it may have another, if a person has approved it.
    const isBetter = answer.status === 401 && (await isRenewed(connection, token))
    return isBetter && sent.kind === 'refused' ? { ...sent, retryAfterMs: 0 } : sent
  } catch (error) {
    // Whatever goes wrong from here on, X may have made the change.
    return unknown(error instanceof Error ? error.message : 'the answer could not be read')
  }
}

/** What is judged, permitted and sent must be one thing, whoever holds the original. */
function copy(request: WriteRequest): WriteRequest | undefined {
  try {
    return structuredClone(request)
  } catch {
    return undefined
  }
}

async function isRenewed({ tokens }: XConnection, token: string): Promise<boolean> {
  try {
    return (await tokens.renew(token)) !== token
  } catch {
    return false
  }
}

interface Attempt {
  readonly answer?: Answer
  readonly trouble?: unknown
  readonly passage: Passage | undefined
}

async function sendOnce<Value>(
  connection: XConnection,
  url: URL,
  { write, token }: { write: Write<Value>; token: string },
): Promise<Attempt> {
  const { method, body } = write.request
  let passage: Passage | undefined
  try {
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && !write.form && { 'content-type': 'application/json' }),
      },
      body: write.form ?? (body === undefined ? null : canonicalJson(body)),
      redirect: 'manual',
      signal: AbortSignal.timeout(connection.writeTimeoutMs),
    }
    // Nothing is awaited between these three: a process that slept in between could send what was given up long ago.
    write.spend(write.request)
    passage = admit(method, url)
    const response = await connection.fetch(url, init)
    return { answer: await readAnswer(response), passage }
  } catch (trouble) {
    return { trouble, passage }
  } finally {
    passage?.withdraw()
  }
}

function note(connection: XConnection, id: EndpointId, answer: Answer | undefined): void {
  const { status = 0, body } = answer ?? {}
  if (answer) connection.limits.note(limitKey(connection, endpoints[id]), answer.headers)
  connection.meter.measure({ id, status, body, owned: false })
}

function toSent<Value>(answer: Answer, { made, request }: Write<Value>, now: number): Sent<Value> {
  const { status, body } = answer
  if (status >= 200 && status < 300) {
    try {
      if (!isObject(body) || !isObject(body['data'])) throw new ShapeError('there is no data')
      return { kind: 'applied', ...made(body['data'], request) }
    } catch (error) {
      if (error instanceof ProviderError) {
        return { kind: 'refused', code: error.failure.code, message: error.message }
      }
      if (!(error instanceof ShapeError)) throw error
      return unknown(`X answered ${status}, but in a shape that shows no change: ${error.message}`)
    }
  }
  const { failure, message } = mapXError({ kind: 'answer', answer, now })
  if (!certainRefusals.has(status)) return unknown(message)
  if (failure.code === 'duplicate_content') return { kind: 'duplicate', message }
  if (failure.code !== 'rate_limited') return { kind: 'refused', code: failure.code, message }
  const { retryAfterMs = UNTOLD_MS } = failure
  return { kind: 'refused', code: failure.code, message, retryAfterMs }
}

/** How long to wait where X sets a limit and does not say until when. */
const UNTOLD_MS = 60_000

/** With any other status X may have made the change all the same. */
const certainRefusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 413, 415, 422, 429])

/** Without an answer all hangs on whether a byte may have left. */
function unanswered<Value>(trouble: unknown, passage: Passage | undefined): Sent<Value> {
  const { message } = mapXError({ kind: 'thrown', error: trouble })
  if (trouble instanceof PermitError) {
    // Something took too long, a renewal say, and will not the next time.
    return trouble.code === 'permit_expired'
      ? notReached(trouble.message)
      : notSent(trouble.message)
  }
  if (passage === undefined) return notSent(message)
  if (passage.left()) return unknown(`it was sent, and no answer came: ${nameOf(trouble)}`)
  // Both must say so: the socket that nothing was written to it, and the error that there was no connection.
  const cause: unknown = trouble instanceof Error ? trouble.cause : undefined
  const code: unknown = isObject(cause) ? cause['code'] : undefined
  if (connecting.has(code)) return notReached(message)
  return isTlsFailure(code) || isEgressError(cause) ? notSent(message) : unknown(message)
}

const connecting: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isTlsFailure(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)
  )
}

function isEgressError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'EgressError'
}

function beforeSending<Value>(error: unknown): Sent<Value> {
  if (!(error instanceof ProviderError)) {
    return notSent(error instanceof Error ? error.message : 'there is no token')
  }
  if (error.failure.code === 'network') return notReached(error.message)
  // X itself has ended the login: that is an answer, though not to this request, and a person can log in again.
  return { kind: 'refused', code: error.failure.code, message: error.message, retryAfterMs: 0 }
}

function limited<Value>(retryAfterMs: number): Sent<Value> {
  const message = `X has said that this call must wait another ${Math.ceil(retryAfterMs / 1000)} s`
  return { kind: 'refused', code: 'rate_limited', message, retryAfterMs }
}

function notSent<Value>(message: string): Sent<Value> {
  return { kind: 'not_sent', message }
}

/** What was in the way passes. */
function notReached<Value>(message: string): Sent<Value> {
  return { kind: 'not_sent', message, retryAfterMs: 0 }
}

function unknown<Value>(message: string): Sent<Value> {
  return { kind: 'unknown', message }
}
