import { expect, test } from 'vitest'
import {
  createAnthropicReader,
  readAnthropicAnswer,
  toAnthropicCalls,
  toAnthropicResults,
  toAnthropicTools,
} from '@armorer/adapters-anthropic'
import { type ModelAnswer } from '@armorer/core'
import { weatherToolbox } from '../weather-tools.js'

const ODD = [null, undefined, 1, 'x', [], {}, { content: 1 }, { content: 'x' }]

test.each(ODD.map((body) => [JSON.stringify(body), body]))(
  '%s is an empty answer',
  (_text, body) => {
    expect(readAnthropicAnswer(body)).toEqual({ entries: [], text: '', calls: [], stop: 'broken' })
    const reader = createAnthropicReader()
    expect(reader.push(body)).toEqual([])
    expect(reader.end()).toMatchObject({ entries: [], calls: [], stop: 'broken' })
  },
)

const WHOLE = '{"city":"Vienna"}'
const start = (index: number, id = 'a', name = 'get_weather') => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name, input: {} },
})
const piece = (index: number, partial_json = WHOLE) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
})
const stop = (index: number) => ({ type: 'content_block_stop', index })
const ending = (stop_reason = 'tool_use') => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

test.each([
  [
    'an unknown tool',
    [start(0, 'a', 'rm_rf'), piece(0), stop(0), ...ending()],
    'toolbox.unknown_tool',
  ],
  ['a stream that breaks off', [start(0), piece(0), stop(0)], 'toolbox.broken_call'],
  [
    'a message of which the end is missing',
    [start(0), piece(0), stop(0), ...ending().slice(0, 1)],
    'toolbox.broken_call',
  ],
  ['a block that never ends', [start(0), piece(0), ...ending()], 'toolbox.broken_call'],
  ['a piece after its end', [start(0), stop(0), piece(0), ...ending()], 'toolbox.broken_call'],
  [
    'a block that begins twice',
    [start(0), start(0), piece(0), stop(0), ...ending()],
    'toolbox.broken_call',
  ],
  [
    'a piece of an unknown kind',
    [start(0), { ...piece(0), delta: { type: 'x' } }, stop(0), ...ending()],
    'toolbox.broken_call',
  ],
  [
    'a refusal half way',
    [start(0), piece(0), stop(0), ...ending('refusal')],
    'toolbox.broken_call',
  ],
  [
    'an end by length',
    [start(0), piece(0), stop(0), ...ending('max_tokens')],
    'toolbox.broken_call',
  ],
  [
    'arguments that are none',
    [start(0), piece(0, '{"city":'), stop(0), ...ending()],
    'toolbox.invalid_input',
  ],
  [
    'a piece before its block',
    [piece(0), start(0, 'a', 'always_fails'), stop(0), ...ending()],
    'toolbox.broken_call',
  ],
])('%s is refused, and nothing runs', async (_what, events, code) => {
  const reader = createAnthropicReader()
  for (const event of events) reader.push(event)
  const { outcomes, ran, messages } = await play(reader.end())
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code } }])
  expect(messages).toMatchObject([{ content: [{ tool_use_id: 'a', is_error: true }] }])
  expect(ran).toEqual([])
})

test('two calls with one id are refused, and each is answered', async () => {
  const call = { type: 'tool_use', id: 'a', name: 'get_weather', input: { city: 'Vienna' } }
  const answer = readAnthropicAnswer({ content: [call, call], stop_reason: 'tool_use' })
  const { ran, messages } = await play(answer)
  expect(ran).toEqual([])
  expect(messages[0]?.content).toHaveLength(2)
})

test('arguments of 10 MB are refused', async () => {
  const input = { city: 'x'.repeat(10_000_000) }
  const call = { type: 'tool_use', id: 'a', name: 'get_weather', input }
  const { ran, outcomes } = await play(
    readAnthropicAnswer({ content: [call], stop_reason: 'tool_use' }),
  )
  expect(ran).toEqual([])
  expect(outcomes).toMatchObject([{ error: { code: 'toolbox.arguments_too_long' } }])
})

async function play(answer: ModelAnswer) {
  const { toolbox, ran } = weatherToolbox()
  const received = toAnthropicCalls(answer, toAnthropicTools(toolbox))
  const outcomes = [...(await toolbox.execute(received.calls)), ...received.refused]
  return { outcomes, ran, messages: toAnthropicResults(received, outcomes).messages }
}
