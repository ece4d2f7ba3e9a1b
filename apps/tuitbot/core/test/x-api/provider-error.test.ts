import { expect, test } from 'vitest'
import { mapXError } from '../../src/x-api/map-x-error.js'
import {
  isRetryable,
  isTransient,
  ProviderError,
  type ProviderFailure,
} from '../../src/x-api/provider-error.js'

const failures: readonly ProviderFailure[] = [
  { code: 'network' },
  { code: 'server_error', status: 503, message: '' },
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

test('what X says steers no terminal', () => {
  const body = { title: 'No', detail: 'unknown user \u001b]0;pwned\u0007\u202E \n😀' }
  const answer = { status: 403, headers: new Headers(), body }

  const { message } = mapXError({ kind: 'answer', answer, now: 0 })

  expect(message).toContain('No: unknown user  ]0;pwned')
  expect(message).toContain('😀')
  expect(message).not.toMatch(/\p{C}/u)
})

test('an error inside a success is told in the words of X, without its status', () => {
  const tell = (body: object) =>
    mapXError({ kind: 'answer', answer: { status: 200, headers: new Headers(), body }, now: 0 })
      .message

  expect(tell({ errors: [{ detail: 'Could not find tweet.' }] })).toBe(
    'X says: Could not find tweet.',
  )
  expect(tell({ errors: [{}] })).toBe('X refused, and did not say why')
})

test('what may be tried later and what is tried at once differ in the rate limit alone', () => {
  const errors = failures.map((failure) => new ProviderError(failure, ''))
  const differing = errors.filter((error) => isRetryable(error) !== isTransient(error))
  expect(differing.map(({ failure }) => failure.code)).toEqual(['rate_limited'])
  expect(errors.filter(isTransient).map(({ failure }) => failure.code)).toEqual([
    'network',
    'server_error',
  ])
})

const now = Date.parse('2026-09-01T09:00:00Z')

test.each<[number, unknown, Record<string, string>, ProviderFailure]>([
  [
    503,
    { title: 'Service Unavailable', detail: 'Over capacity' },
    {},
    { code: 'server_error', status: 503, message: 'Service Unavailable: Over capacity' },
  ],
  [429, undefined, {}, { code: 'rate_limited' }],
  [
    429,
    { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
    window('x-rate-limit', 0, 120),
    { code: 'rate_limited', retryAfterMs: 120_000 },
  ],
  // The window that is used up counts, not the one that is not.
  [
    429,
    {},
    { ...window('x-rate-limit', 40, 120), ...window('x-user-limit-24hour', 0, 3600) },
    { code: 'rate_limited', retryAfterMs: 3_600_000 },
  ],
  [429, {}, window('x-rate-limit', 0, 9e8), { code: 'rate_limited', retryAfterMs: 86_400_000 }],
  [429, {}, window('x-rate-limit', 0, -5), { code: 'rate_limited' }],
  [
    429,
    {},
    { ...window('x-rate-limit', 0, 60), 'x-rate-limit-reset': 'soon' },
    { code: 'rate_limited' },
  ],
  // Our clock is an hour behind X's.
  [
    429,
    {},
    { ...window('x-rate-limit', 0, 3660), date: 'Tue, 01 Sep 2026 10:00:00 GMT' },
    { code: 'rate_limited', retryAfterMs: 60_000 },
  ],
  [429, { type: 'https://api.twitter.com/2/problems/usage-capped' }, {}, { code: 'usage_capped' }],
  [402, { title: 'CreditsDepleted' }, {}, { code: 'usage_capped' }],
  [401, { title: 'Unauthorized' }, {}, { code: 'auth_expired' }],
  [
    403,
    { detail: 'You are not allowed to create a Tweet with duplicate content.' },
    {},
    { code: 'duplicate_content' },
  ],
  [
    403,
    { type: 'https://api.x.com/2/problems/client-forbidden' },
    {},
    { code: 'client_forbidden' },
  ],
  [
    403,
    { detail: 'Missing required OAuth 2.0 scopes: [like.write].' },
    {},
    { code: 'scope_insufficient' },
  ],
  [403, { detail: 'Your account is suspended.' }, {}, { code: 'account_restricted' }],
  [403, { detail: 'The author is suspended.' }, {}, { code: 'forbidden' }],
  [403, 'not even an object', {}, { code: 'forbidden' }],
  [404, {}, {}, { code: 'not_found' }],
  [422, {}, {}, { code: 'invalid_request', status: 422 }],
  [418, {}, {}, { code: 'other', status: 418 }],
  [
    200,
    { errors: [{ type: 'https://api.x.com/2/problems/not-authorized-for-resource' }] },
    {},
    { code: 'forbidden' },
  ],
])('%i with %j is told as what it is', (status, body, headers, failure) => {
  const answer = { status, body, headers: new Headers(headers) }
  expect(mapXError({ kind: 'answer', answer, now }).failure).toEqual(failure)
})

test('what X repeats of a token is not repeated further', () => {
  const detail = `Bearer at_0123abcd is bad, refresh_token=rt_4567 too, Basic ZGVtbzpkZW1v${'🙂'.repeat(600)}`
  const { message } = mapXError({
    kind: 'answer',
    answer: { status: 400, body: { detail }, headers: new Headers() },
    now,
  })
  expect(message).not.toMatch(/at_0123abcd|rt_4567|ZGVtbzpkZW1v/)
  expect(message).not.toMatch(/\p{Surrogate}/u)
})

function window(name: string, remaining: number, seconds: number): Record<string, string> {
  return {
    [`${name}-limit`]: '100',
    [`${name}-remaining`]: String(remaining),
    [`${name}-reset`]: String(now / 1000 + seconds),
  }
}
