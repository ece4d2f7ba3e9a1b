import { createToolError, TOOL_ERROR_CATEGORIES } from '@armorer/core'
import { stop, type ToolResult } from '@armorer/runtime'
import { LlmError, NotFound, StorageError, ToolkitError } from '@tuitbot/core'
import { StorageError as GatewayStorageError } from '@armorer/gateway'
import { expect, test } from 'vitest'
import { toWireError } from '../../src/contract/to-wire-error.js'
import { WIRE_CODES } from '../../src/contract/wire-error.js'
import { toAnswer } from '../../src/to-answer.js'

test.each([
  ['x_auth_expired', false, new ToolkitError({ code: 'x_auth_expired' }, 'log in')],
  ['not_found', false, new NotFound('there is no approval 7')],
  ['llm_not_configured', false, new LlmError('not_configured', 'no key')],
  ['llm_error', true, new LlmError('rate_limited', 'later', { retryAfterMs: 10 })],
  ['llm_error', false, new LlmError('bad_answer', 'nothing')],
] as const)('%s, retryable %s', (code, retryable, thrown) => {
  expect(toWireError(thrown)).toMatchObject({ code, retryable, message: thrown.message })
})

test.each([
  [false, new StorageError('corrupt', 'near "select": syntax error in /home/ann/tuitbot.db')],
  [true, new GatewayStorageError('busy', '/home/ann/tuitbot.db: select * from gateway_intent')],
])(
  'trouble with the database names no file and no statement, retryable %s',
  (retryable, thrown) => {
    const error = toWireError(thrown)

    expect(error).toMatchObject({ code: 'db_error', retryable })
    expect(error.message).not.toMatch(/select|ann|gateway_/)
  },
)

test.each(TOOL_ERROR_CATEGORIES)('an error of a tool that is %s has a code', (category) => {
  const { code } = toWireError(createToolError({ category, code: 'a.b', message: 'c' }))

  expect(WIRE_CODES).toContain(code)
})

test.each([new TypeError('token=abc'), 'token=abc', undefined, { message: 'token=abc' }])(
  'what nobody foresaw is told without its words: %s',
  (thrown) => {
    const error = toWireError(thrown)

    expect(error.code).toBe('serialization_error')
    expect(JSON.stringify(error)).not.toContain('abc')
  },
)

const base = { callId: '1', tool: 'a' }
const unanswered: ReadonlyArray<Exclude<ToolResult, { kind: 'done' | 'duplicate' }>> = [
  {
    ...base,
    kind: 'failed',
    error: createToolError({ category: 'timeout', code: 'a', message: '' }),
  },
  { ...base, kind: 'denied', error: stop({ kind: 'denied' }, 'no') },
  { ...base, kind: 'pending', asks: [], error: stop({ kind: 'pending', asks: [] }, 'wait') },
  { ...base, kind: 'dry_run', error: stop({ kind: 'dry_run' }, 'rehearsed') },
  { ...base, kind: 'in_progress', error: stop({ kind: 'in_progress' }, 'under way') },
  { ...base, kind: 'unknown', error: stop({ kind: 'unknown' }, 'lost') },
  { ...base, kind: 'cancelled', error: stop({ kind: 'cancelled' }, 'gone') },
]

test.each(unanswered)('a call that came to no answer is told in the envelope: $kind', (result) => {
  const { isError, structured } = toAnswer(result)

  expect(isError).toBe(true)
  expect(structured).toMatchObject({
    success: false,
    data: null,
    error: { code: expect.stringMatching(/_/), message: result.error.message },
    meta: { tool_version: '1.0', elapsed_ms: 0 },
  })
})
