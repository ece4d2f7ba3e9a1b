import { expect, test } from 'vitest'
import { createToolError, isToolError, toolErrorCode, toToolError } from '../src/errors.js'

test('transient failures and timeouts are retryable, unless they say otherwise', () => {
  const make = (category: 'transient' | 'timeout' | 'validation', retryable?: boolean) =>
    createToolError({
      category,
      code: 'toolbox.x',
      message: 'x',
      ...(retryable !== undefined && { retryable }),
    })
  expect(
    [make('transient'), make('timeout'), make('validation')].map((error) => error.retryable),
  ).toEqual([true, true, false])
  expect(make('timeout', false).retryable).toBe(false)
})

test('as JSON an error says all but its cause', () => {
  const error = createToolError({
    category: 'transient',
    code: 'toolbox.busy',
    message: 'busy',
    details: { queue: 4 },
    retryAfterMs: 500,
    cause: new Error('secret'),
  })
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    category: 'transient',
    code: 'toolbox.busy',
    retryable: true,
    message: 'busy',
    details: { queue: 4 },
    retryAfterMs: 500,
  })
})

test('the words of a message decide nothing', () => {
  expect(toToolError(new Error('timeout: rate limit exceeded, aborted'))).toMatchObject({
    category: 'internal',
    retryable: false,
  })
})

test.each([
  [withCode('ETIMEDOUT'), 'timeout', 'ETIMEDOUT'],
  [withCode('ECONNRESET'), 'transient', 'ECONNRESET'],
  [new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), 'transient', 'ECONNREFUSED'],
  [withCode('SQLITE_FULL'), 'internal', 'SQLITE_FULL'],
  [
    AbortSignal.timeout(0).reason ?? new DOMException('late', 'TimeoutError'),
    'timeout',
    'toolbox.timeout',
  ],
  [AbortSignal.abort().reason, 'cancelled', 'toolbox.cancelled'],
  [undefined, 'internal', 'toolbox.internal'],
  ['a string', 'internal', 'toolbox.internal'],
])('what is thrown is judged by type and code: %s', (thrown, category, code) => {
  expect(toToolError(thrown)).toMatchObject({ category, code })
})

test('a tool error passes as it is, and one of another copy of this package is known', () => {
  const error = createToolError({ category: 'conflict', code: 'a', message: 'b' })
  expect(toToolError(error)).toBe(error)
  const foreign = Object.assign(new Error('x'), { [Symbol.for('@armorer/core/tool-error')]: true })
  expect(isToolError(foreign)).toBe(true)
  expect(isToolError({ category: 'conflict', code: 'a', message: 'b' })).toBe(false)
})

test('the code of a tool’s own failure bears its name, with dots escaped', () => {
  expect(toolErrorCode({ namespace: 'x', name: 'post.tweet' }, 'too_long')).toBe(
    'tool.x.post%2Etweet.too_long',
  )
  expect(toToolError(new Error('no'), { name: 'weather' }).code).toBe(
    'tool.default.weather.internal',
  )
})

function withCode(code: string): Error {
  return Object.assign(new Error('no words'), { code })
}
