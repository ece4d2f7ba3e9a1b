import { expect, test } from 'vitest'
import {
  createOpenAIReader,
  createResponsesReader,
  readOpenAIAnswer,
  readResponsesAnswer,
} from '../src/index.js'

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})

test('only the role is said again; a text that begins with its word keeps it', () => {
  const reader = createOpenAIReader()
  const said = [
    ...reader.push(chunk({ role: 'assistant', content: 'assistant' })),
    ...reader.push(chunk({ role: 'assistant', content: ' editors wanted' })),
    ...reader.push(chunk({}, 'stop')),
  ]

  expect(reader.end()).toMatchObject({
    text: 'assistant editors wanted',
    entries: [{ role: 'assistant', content: 'assistant editors wanted' }],
    stop: 'done',
  })
  expect(said.map(({ text }) => text)).toEqual(['assistant', ' editors wanted'])
})

test.each([
  [{ error: 'no credits left' }, { message: 'no credits left' }],
  [{ error: { message: 'too long', code: 400 } }, { message: 'too long', status: 400 }],
  [{ error: { message: 'oh', type: 'server_error', code: null } }, { message: 'oh', status: 500 }],
  [{ error: { message: 'paid?', code: 'insufficient_quota' } }, { message: 'paid?', status: 402 }],
  [{ error: { message: 'odd', code: 'odd' } }, { message: 'odd' }],
])('%j comes with its own words, whole or in a stream', (event, failure) => {
  const reader = createOpenAIReader()
  reader.push(event)

  expect(reader.end()).toMatchObject({ entries: [], stop: 'broken', failure })
  expect(readOpenAIAnswer(event)).toMatchObject({ entries: [], stop: 'broken', failure })
})

test('a stream that fails in the middle keeps what was said, and is broken', () => {
  const reader = createOpenAIReader()
  reader.push(chunk({ role: 'assistant', content: 'Half' }))
  reader.push({ error: { message: 'gone', code: 502 }, ...chunk({ content: '' }, 'error') })

  expect(reader.end()).toMatchObject({
    text: 'Half',
    stop: 'broken',
    failure: { message: 'gone', status: 502 },
  })
})

test('an answer without a failure says nothing of one', () => {
  const message = { role: 'assistant', content: 'ok' }
  const body = { choices: [{ index: 0, message, finish_reason: 'stop' }], error: null }

  expect(readOpenAIAnswer(body)).not.toHaveProperty('failure')
  expect(readResponsesAnswer({ status: 'completed', output: [], error: null })).not.toHaveProperty(
    'failure',
  )
})

test('a response that failed says why, in either way', () => {
  const response = { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'slowly' } }
  const failed = createResponsesReader()
  failed.push({ type: 'response.failed', response })
  const broken = createResponsesReader()
  broken.push({ type: 'error', code: 'server_error', message: 'oh', param: null })

  const slowly = { message: 'slowly', status: 429 }
  expect(failed.end()).toMatchObject({ stop: 'broken', failure: slowly })
  expect(readResponsesAnswer(response)).toMatchObject({ stop: 'broken', failure: slowly })
  expect(broken.end()).toMatchObject({ stop: 'broken', failure: { message: 'oh', status: 500 } })
})
