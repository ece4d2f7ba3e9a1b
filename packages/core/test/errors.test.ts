import { runInNewContext } from 'node:vm'
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
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'UND_ERR_SOCKET',
])('%s is a passing failure of the network', (code) => {
  expect(toToolError(withCode(code))).toMatchObject({
    category: 'transient',
    retryable: true,
    code,
  })
})

test.each([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
])('%s is a timeout', (code) => {
  expect(toToolError(withCode(code))).toMatchObject({ category: 'timeout', retryable: true, code })
})

test.each([
  [new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), 'transient', 'ECONNREFUSED'],
  [withCode('SQLITE_FULL'), 'internal', 'SQLITE_FULL'],
  [
    AbortSignal.timeout(0).reason ?? new DOMException('late', 'TimeoutError'),
    'timeout',
    'toolbox.timeout',
  ],
  [AbortSignal.abort().reason, 'cancelled', 'toolbox.cancelled'],
  [new Error('gave up', { cause: AbortSignal.abort().reason }), 'cancelled', 'toolbox.cancelled'],
  [withCode('toolbox.denied'), 'internal', 'toolbox.internal'],
  [undefined, 'internal', 'toolbox.internal'],
  ['a string', 'internal', 'toolbox.internal'],
])('what is thrown is judged by type and code: %s', (thrown, category, code) => {
  expect(toToolError(thrown)).toMatchObject({ category, code })
})

test('a tool error passes as it is, and one of another copy of this package is known', () => {
  const error = createToolError({ category: 'conflict', code: 'a', message: 'b' })
  expect(toToolError(error)).toBe(error)
  expect(isToolError(marked(new Error('b'), {}))).toBe(true)
  expect(isToolError({ category: 'conflict', code: 'a', message: 'b' })).toBe(false)
})

test.each([
  { category: undefined },
  { category: 'toString' },
  { code: undefined },
  { code: 1 },
  { retryable: undefined },
  { message: undefined },
])('a mark alone makes no tool error: %o', (forged) => {
  const error = marked(new Error('b'), forged)
  expect(isToolError(error)).toBe(false)
  expect(toToolError(error)).toMatchObject({ category: 'internal', retryable: false })
})

test('a tool error that is the cause of another error decides category and code together', () => {
  const denied = createToolError({ category: 'permission', code: 'toolbox.denied', message: 'no' })
  expect(toToolError(new Error('could not post', { cause: denied }))).toMatchObject({
    category: 'permission',
    code: 'toolbox.denied',
    retryable: false,
    message: 'could not post',
  })
  const busy = createToolError({
    category: 'transient',
    code: 'x.busy',
    message: 'busy',
    retryable: false,
    retryAfterMs: 500,
    details: { queue: 4 },
  })
  const { message, ...rest } = busy.toJSON()
  expect(toToolError(new Error('could not post', { cause: busy })).toJSON()).toEqual({
    ...rest,
    message: 'could not post',
  })
})

test('an error of another realm is read as one of ours', () => {
  const foreign: unknown = runInNewContext(
    "new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })",
  )
  expect(foreign).not.toBeInstanceOf(Error)
  expect(toToolError(foreign)).toMatchObject({
    category: 'transient',
    code: 'ECONNRESET',
    message: 'fetch failed',
  })
  expect(isToolError(marked(runInNewContext("new Error('b')"), {}))).toBe(true)
})

test('causes that lead back to themselves are not followed for ever', () => {
  const inner = new Error('inner')
  const outer = new Error('outer', { cause: inner })
  inner.cause = outer
  expect(toToolError(outer)).toMatchObject({ category: 'internal', message: 'outer' })
})

test('what cannot be read is an error all the same', () => {
  const closed = new Proxy(new Error('x'), {
    get() {
      throw new Error('do not look')
    },
  })
  expect(toToolError(closed)).toMatchObject({
    category: 'internal',
    message: 'a tool threw object',
  })
})

test('the code of a tool’s own failure bears its name, with dots escaped', () => {
  expect(toolErrorCode({ namespace: 'x', name: 'post.tweet' }, 'too_long')).toBe(
    'tool.x.post%2Etweet.too_long',
  )
  expect(toToolError(new Error('no'), { name: 'weather' }).code).toBe(
    'tool.default.weather.internal',
  )
})

/** An error as another copy of this package makes it. */
function marked(error: object, fields: object): object {
  return Object.assign(error, {
    [Symbol.for('@armorer/core/tool-error')]: true,
    category: 'conflict',
    code: 'a',
    retryable: false,
    ...fields,
  })
}

function withCode(code: string): Error {
  return Object.assign(new Error('no words'), { code })
}
