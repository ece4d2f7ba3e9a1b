import { expect, test } from 'vitest'
import { ToolkitError, type ToolkitFailure, toToolkitError } from '../../src/toolkit/errors.js'
import { toWireError, type WireError } from '../../src/toolkit/to-wire-error.js'
import { isRetryable, ProviderError, type ProviderFailure } from '../../src/x-api/provider-error.js'

test.each<[ToolkitFailure, Omit<WireError, 'message'>]>([
  [{ code: 'x_rate_limited' }, { code: 'x_rate_limited', retryable: true }],
  [
    { code: 'x_rate_limited', retryAfterMs: 1.5 },
    { code: 'x_rate_limited', retryable: true, retry_after_ms: 2 },
  ],
  [{ code: 'x_auth_expired' }, { code: 'x_auth_expired', retryable: false }],
  [
    { code: 'x_forbidden', restricted: false },
    { code: 'x_forbidden', retryable: false },
  ],
  [
    { code: 'x_forbidden', restricted: true },
    { code: 'x_account_restricted', retryable: false },
  ],
  [{ code: 'x_network_error' }, { code: 'x_network_error', retryable: true }],
  [{ code: 'x_not_configured' }, { code: 'x_not_configured', retryable: false }],
  [
    { code: 'x_api_error', status: 503, passing: true },
    { code: 'x_api_error', retryable: true },
  ],
  [
    { code: 'x_api_error', status: 400, passing: false },
    { code: 'x_api_error', retryable: false },
  ],
  [
    { code: 'x_api_error', status: 404, passing: false },
    { code: 'not_found', retryable: false },
  ],
  [
    { code: 'tweet_too_long', length: 281, limit: 280 },
    { code: 'tweet_too_long', retryable: false },
  ],
  [
    { code: 'tweet_too_long', length: 281, limit: 280, index: 2 },
    { code: 'tweet_too_long', retryable: false, tweet_index: 2 },
  ],
  [
    { code: 'invalid_input', field: 'a' },
    { code: 'invalid_input', retryable: false },
  ],
  [{ code: 'unsupported_media_type' }, { code: 'unsupported_media_type', retryable: false }],
  [
    { code: 'file_read_error', path: '/a' },
    { code: 'file_read_error', retryable: false },
  ],
  [{ code: 'media_upload_error' }, { code: 'media_upload_error', retryable: false }],
  [{ code: 'scraper_mutation_blocked' }, { code: 'scraper_mutation_blocked', retryable: false }],
  [thread(false), { code: 'thread_partial_failure', retryable: true }],
  [thread(true), { code: 'thread_partial_failure', retryable: false }],
])('%j has one form on the wire', (failure, wire) => {
  expect(toWireError(new ToolkitError(failure, 'why'))).toEqual({ ...wire, message: 'why' })
})

const failures: readonly ProviderFailure[] = [
  { code: 'network' },
  { code: 'server_error', status: 500, message: '' },
  { code: 'rate_limited', retryAfterMs: 5 },
  { code: 'rate_limited' },
  { code: 'usage_capped' },
  { code: 'auth_expired' },
  { code: 'scope_insufficient' },
  { code: 'client_forbidden' },
  { code: 'account_restricted' },
  { code: 'duplicate_content' },
  { code: 'forbidden' },
  { code: 'not_found' },
  { code: 'invalid_request', status: 400 },
  { code: 'bad_answer' },
  { code: 'not_configured' },
  { code: 'other', status: 418 },
]

test.each(failures)('what X says of %j decides whether it is worth another try', (failure) => {
  const thrown = new ProviderError(failure, 'why')
  const error = toToolkitError(thrown)
  if (!(error instanceof ToolkitError)) throw new Error('it was not understood')
  expect(error.cause).toBe(thrown)
  expect(toWireError(error).retryable).toBe(isRetryable(thrown))
})

test('a bug is passed on as it is', () => {
  const bug = new TypeError('oops')
  expect(toToolkitError(bug)).toBe(bug)
})

function thread(unknown: boolean): ToolkitFailure {
  return { code: 'thread_partial_failure', postedIds: ['1'], failedIndex: 1, total: 3, unknown }
}
