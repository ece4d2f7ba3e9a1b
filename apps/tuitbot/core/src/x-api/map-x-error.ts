import { type Answer } from './answer.js'
import { isObject } from './is-object.js'
import { ProviderError, type ProviderFailure } from './provider-error.js'
import { readRateWindows, waitFor } from './rate-windows.js'

/** What can go wrong with a call: an answer that is no success, or no answer. */
export type XTrouble =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly now: number }
  | { readonly kind: 'thrown'; readonly error: unknown }

/** The only place where trouble with X becomes an error. */
export function mapXError(trouble: XTrouble): ProviderError {
  if (trouble.kind === 'thrown') {
    const { error } = trouble
    if (error instanceof ProviderError) return error
    return new ProviderError({ code: 'network' }, `X could not be reached: ${nameOf(error)}`, {
      cause: error,
    })
  }
  const { answer, now } = trouble
  const problem = readProblem(answer)
  return new ProviderError(toFailure(answer, problem, now), redact(describe(answer, problem)))
}

/** What X says about a refusal, whichever of its shapes it takes. */
export interface Problem {
  /** The last segment of the type: X has changed the host before it. */
  readonly type: string
  readonly text: string
}

export function readProblem({ body }: Pick<Answer, 'body'>): Problem {
  if (!isObject(body)) return { type: '', text: '' }
  const first: unknown = Array.isArray(body['errors']) ? body['errors'][0] : undefined
  const inner = isObject(first) ? first : {}
  const type = textOf(body['type']) ?? textOf(inner['type']) ?? ''
  const words = [body['title'], body['detail'], body['reason'], body['error_description']]
  const innerWords = [inner['message'], inner['detail']]
  const text = [...words, ...innerWords].flatMap((word) => textOf(word) ?? [])
  return { type: type.split('/').at(-1) ?? '', text: [...new Set(text)].join(': ') }
}

function toFailure(answer: Answer, { type, text }: Problem, now: number): ProviderFailure {
  const { status } = answer
  if (status >= 500) return { code: 'server_error', status, message: redact(text) }
  switch (status) {
    case 401:
      return { code: 'auth_expired' }
    case 402:
      return { code: 'usage_capped' }
    case 403:
      return forbidden(type, text)
    case 404:
      return { code: 'not_found' }
    case 429:
      return limited(answer, type, now)
    case 400:
    case 405:
    case 409:
    case 413:
    case 415:
    case 422:
      return { code: 'invalid_request', status }
    default:
      return byType(type, status)
  }
}

/** An answer that is no refusal by its status, but holds nothing but errors. */
function byType(type: string, status: number): ProviderFailure {
  switch (type) {
    case 'resource-not-found':
      return { code: 'not_found' }
    case 'not-authorized-for-resource':
    case 'resource-unavailable':
    case 'disallowed-resource':
      return { code: 'forbidden' }
    default:
      return status >= 200 && status < 300 ? { code: 'bad_answer' } : { code: 'other', status }
  }
}

function forbidden(type: string, text: string): ProviderFailure {
  if (/duplicate content/i.test(text)) return { code: 'duplicate_content' }
  if (type === 'client-forbidden' || type === 'unsupported-authentication') {
    return { code: 'client_forbidden' }
  }
  if (/\bscopes?\b/i.test(text)) return { code: 'scope_insufficient' }
  if (/your account[^.]{0,40}\b(?:suspended|locked|restricted)\b/i.test(text)) {
    return { code: 'account_restricted' }
  }
  return { code: 'forbidden' }
}

function limited({ headers }: Answer, type: string, now: number): ProviderFailure {
  if (type === 'usage-capped') return { code: 'usage_capped' }
  const retryAfterMs = waitFor(readRateWindows(headers, now), now)
  return { code: 'rate_limited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function describe({ status }: Answer, { text }: Problem): string {
  // A success that holds nothing but errors is no success, and its status says nothing.
  const isRefusal = status < 200 || status >= 300
  if (!isRefusal) return text === '' ? 'X refused, and did not say why' : `X says: ${text}`
  return `X answered ${status}${text === '' ? '' : `: ${text}`}`
}

/** X may repeat what it was sent, and what it was sent holds tokens; and what it says may be printed in a terminal. */
export function redact(text: string): string {
  const clean = text
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replaceAll(
      /\b(access_token|refresh_token|client_secret|code_verifier|code)=[^\s&"]+/gi,
      '$1=[redacted]',
    )
  // By code points: half of a pair is no text.
  return clean.length > 500 ? Array.from(clean).slice(0, 500).join('') : clean
}

/** What an error is called, for whoever reads of it. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown'
  const code: unknown = isObject(error.cause) ? error.cause['code'] : undefined
  return redact(typeof code === 'string' ? code : error.message)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
