import { LlmError } from './llm-error.js'

/** Where a provider does not say how long to wait. */
const DEFAULT_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 86_400_000
/** How providers say that they take a text for harmful. */
const DECLINED: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'invalid_prompt',
  'moderation_blocked',
])

/** What an answer that is none means for us. Of its words only a short code is looked at, and none are repeated. */
export function toLlmError({ status, headers }: Response, body: string): LlmError {
  const code = findCode(body)
  if (status === 413 || code === 'context_length_exceeded') {
    return new LlmError('too_long', 'the request is longer than the model reads')
  }
  // What a stranger wrote can bring this about, so it says nothing of the provider.
  if (code !== undefined && DECLINED.has(code)) {
    return new LlmError('bad_answer', 'the provider declines to answer this')
  }
  if (status === 401 || status === 403) {
    return new LlmError('unauthorized', 'the provider does not accept the key: set llm.api_key')
  }
  if (status === 402 || code === 'insufficient_quota') {
    return new LlmError('unauthorized', 'nothing is left to pay the provider with')
  }
  if (status === 429) {
    const retryAfterMs = readWait(headers.get('retry-after'))
    return new LlmError('rate_limited', 'the provider asks us to wait', { retryAfterMs })
  }
  if (status >= 500 || status === 408) {
    return new LlmError('unavailable', `the provider is in trouble (HTTP ${status})`)
  }
  return new LlmError(
    'not_configured',
    `the provider does not take this request (HTTP ${status}): look at llm.base_url and llm.model`,
  )
}

/** `error.code` or `error.type` of the answer. */
function findCode(body: string): string | undefined {
  try {
    const { error }: { error?: { code?: unknown; type?: unknown } } = JSON.parse(body)
    return [error?.code, error?.type].find((one) => typeof one === 'string')
  } catch {
    return undefined
  }
}

/** Seconds, as the header mostly says; a date is rare, and a wrong clock would turn it into a wait without end. */
function readWait(header: string | null): number {
  if (header === null || !/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return DEFAULT_WAIT_MS
  return Math.min(Math.ceil(Number(header) * 1_000), LONGEST_WAIT_MS)
}
