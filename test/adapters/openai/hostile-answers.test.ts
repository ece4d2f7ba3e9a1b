import { expect, test } from 'vitest'
import { weatherToolbox } from '../weather-tools.js'
import { type AnswerReader, type ModelAnswer } from '@armorer/core'
import {
  createOpenAIReader,
  createResponsesReader,
  readOpenAIAnswer,
  readResponsesAnswer,
  toOpenAICalls,
  toOpenAIResults,
  toOpenAITools,
} from '@armorer/adapters-openai'

const ODD = [null, undefined, 1, 'x', [], {}, { choices: 1 }, { choices: [null] }, { output: 'x' }]

test.each(ODD.map((body) => [JSON.stringify(body), body]))(
  '%s is an empty answer',
  (_text, body) => {
    for (const read of [readOpenAIAnswer, readResponsesAnswer]) {
      expect(read(body)).toEqual({ entries: [], text: '', calls: [], stop: 'broken' })
    }
    for (const reader of [createOpenAIReader(), createResponsesReader()]) {
      expect(reader.push(body)).toEqual([])
      expect(reader.end()).toMatchObject({ calls: [], stop: 'broken' })
    }
  },
)

const start = (index: number, id: string, name = 'get_weather', text = '') => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: text },
})
const piece = (index: number, text: string) => ({ index, function: { arguments: text } })
const chunk = (...tool_calls: readonly object[]) => ({
  choices: [{ index: 0, delta: { tool_calls } }],
})
const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }
const WHOLE = '{"city":"Vienna"}'

test.each([
  ['an unknown tool', [chunk(start(0, 'a', 'rm_rf', WHOLE)), finish], 'toolbox.unknown_tool'],
  ['a piece without its beginning', [chunk(piece(0, WHOLE)), finish], 'toolbox.broken_call'],
  [
    'a beginning after its piece',
    [chunk(piece(0, WHOLE)), chunk(start(0, 'a')), finish],
    'toolbox.broken_call',
  ],
  [
    'a piece after the end',
    [chunk(start(0, 'a')), finish, chunk(piece(0, WHOLE))],
    'toolbox.broken_call',
  ],
  ['a stream that breaks off', [chunk(start(0, 'a', 'get_weather', WHOLE))], 'toolbox.broken_call'],
  [
    'one call under two names',
    [chunk(start(0, 'a')), chunk(start(0, 'a', 'always_fails', WHOLE)), finish],
    'toolbox.broken_call',
  ],
  [
    'an answer that ran out of tokens',
    [
      chunk(start(0, 'a', 'get_weather', WHOLE)),
      { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] },
    ],
    'toolbox.broken_call',
  ],
])('chat: %s is refused, and nothing runs', async (_what, events, code) => {
  const { outcomes, ran } = await play(createOpenAIReader(), events)
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code } }])
  expect(ran).toEqual([])
})

test('chat: two calls with one id are refused, and each is answered', async () => {
  const { messages, ran } = await play(createOpenAIReader(), [
    chunk(start(0, 'a', 'get_weather', WHOLE), start(1, 'a', 'get_weather', WHOLE)),
    finish,
  ])
  expect(ran).toEqual([])
  expect(messages.map((message) => 'tool_call_id' in message && message.tool_call_id)).toEqual([
    'a',
    'a',
  ])
})

test('chat: a host that counts every call as the first one is understood', async () => {
  const { ran } = await play(createOpenAIReader(), [
    chunk(start(0, 'a', 'get_weather', WHOLE)),
    chunk(start(0, 'b', 'get_weather', '{"city":"Graz"}')),
    finish,
  ])
  expect(ran).toEqual(['get_weather Vienna none', 'get_weather Graz none'])
})

test('chat: calls whose pieces are mixed are put together', async () => {
  const { ran } = await play(createOpenAIReader(), [
    chunk(start(0, 'a'), start(1, 'b')),
    chunk(piece(1, '{"city":')),
    chunk(piece(0, '{"city":"Vi')),
    chunk(piece(1, '"Graz"}'), piece(0, 'enna"}')),
    finish,
  ])
  expect(ran).toEqual(['get_weather Vienna none', 'get_weather Graz none'])
})

test('chat: broken JSON becomes a result from which the model can correct itself', async () => {
  const { messages, ran } = await play(createOpenAIReader(), [
    chunk(start(0, 'a', 'get_weather', '{"city":"Vie')),
    finish,
  ])
  expect(ran).toEqual([])
  const [message] = messages
  const text = typeof message?.content === 'string' ? message.content : ''
  const { error } = JSON.parse(text) as { error: object }
  expect(error).toMatchObject({
    code: 'toolbox.invalid_input',
    details: { raw: '{"city":"Vie', schema: { type: 'object' } },
  })
})

const item = (text: string) => ({
  type: 'function_call',
  id: 'fc',
  call_id: 'a',
  name: 'get_weather',
  arguments: text,
})
const event = (sequence_number: number, type: string, rest: object) => ({
  type: `response.${type}`,
  sequence_number,
  ...rest,
})
const delta = (at: number, text: string) =>
  event(at, 'function_call_arguments.delta', { item_id: 'fc', delta: text })
const added = (at: number) => event(at, 'output_item.added', { output_index: 0, item: item('') })
const done = (at: number, text = WHOLE) =>
  event(at, 'output_item.done', { output_index: 0, item: item(text) })
const completed = (at: number, text = WHOLE) =>
  event(at, 'completed', { response: { status: 'completed', output: [item(text)] } })

test.each([
  [
    'pieces out of order',
    [added(0), delta(2, 'enna"}'), delta(1, '{"city":"Vi'), done(3), completed(4)],
  ],
  ['an event that comes twice', [added(0), added(0), done(1), completed(2)]],
  ['a piece without its beginning', [delta(0, WHOLE), added(1), done(2), completed(3)]],
  [
    'pieces that do not make the whole',
    [added(0), delta(1, '{"city":"Graz"}'), done(2), completed(3)],
  ],
  ['a stream that breaks off', [added(0), delta(1, WHOLE), done(2)]],
  [
    'a response that failed',
    [
      added(0),
      done(1),
      event(2, 'failed', { response: { status: 'failed', output: [item(WHOLE)] } }),
    ],
  ],
])('responses: %s is refused, and nothing runs', async (_what, events) => {
  const { outcomes, ran } = await play(createResponsesReader(), events)
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'toolbox.broken_call' } }])
  expect(ran).toEqual([])
})

test('responses: the same events in order run', async () => {
  const { ran } = await play(createResponsesReader(), [
    added(0),
    delta(1, '{"city":"Vi'),
    delta(2, 'enna"}'),
    done(3),
    completed(4),
  ])
  expect(ran).toEqual(['get_weather Vienna none'])
})

test('responses: a call that was not completed is refused', () => {
  const answer = readResponsesAnswer({
    status: 'completed',
    output: [{ ...item(WHOLE), status: 'incomplete' }],
  })
  expect(answer.calls).toMatchObject([{ problem: 'it was not completed' }])
})

async function play(reader: AnswerReader, events: readonly unknown[]) {
  for (const one of events) reader.push(one)
  const answer: ModelAnswer = reader.end()
  const { toolbox, ran } = weatherToolbox()
  const received = toOpenAICalls(answer, toOpenAITools(toolbox))
  const outcomes = [...(await toolbox.execute(received.calls)), ...received.refused]
  return { outcomes, ran, messages: toOpenAIResults(received, outcomes).messages }
}
