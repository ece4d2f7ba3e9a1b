import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import {
  anthropicCodec,
  createAnthropicReader,
  readAnthropicAnswer,
  toAnthropicCalls,
  toAnthropicResults,
  toAnthropicTools,
} from '@armorer/adapters-anthropic'
import { type JsonValue } from '@armorer/core'
import { startLoopback } from '../loopback.js'
import { weatherToolbox } from '../weather-tools.js'

const THINKING = { type: 'thinking', thinking: 'Vienna, then.', signature: 'EqQB' }
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Vienna' } }
const message = (content: readonly object[], stop_reason: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3 },
})
const RESULT = {
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: 'toolu_1', content: '{"city":"Vienna","degrees":21}' },
  ],
}
const SAID = [
  { role: 'user', content: 'Weather?' },
  { role: 'assistant', content: [THINKING, CALL] },
  RESULT,
]

test('the real client makes a whole round trip', async () => {
  await using fake = await startLoopback(
    { body: message([THINKING, CALL], 'tool_use') },
    { body: message([{ type: 'text', text: '21 degrees' }], 'end_turn') },
  )
  const client = new Anthropic({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toAnthropicTools(toolbox)
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Weather?' }]
  const ask = () =>
    client.messages.create({ model: 'm', max_tokens: 100, messages, tools: exported.tools })

  const first = await ask()
  const answer = readAnthropicAnswer(first)
  const received = toAnthropicCalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  messages.push({ role: 'assistant', content: first.content })
  messages.push(...toAnthropicResults(received, outcomes).messages)
  const second = await ask()

  expect(answer).toMatchObject({
    stop: 'calls',
    usage: { inputTokens: 13, outputTokens: 5, cachedTokens: 3 },
  })
  expect(ran).toEqual(['get_weather Vienna none'])
  expect(readAnthropicAnswer(second)).toMatchObject({ text: '21 degrees', stop: 'done' })
  expect(fake.requests[1]?.body['messages']).toEqual(SAID)
})

test('the real client makes a whole round trip as a stream, and the history through the codec', async () => {
  const event = (type: string, rest: object = {}) => ({ event: type, data: { type, ...rest } })
  const start = (index: number, content_block: object) =>
    event('content_block_start', { index, content_block })
  const piece = (index: number, delta: object) => event('content_block_delta', { index, delta })
  const stop = (index: number) => event('content_block_stop', { index })
  const ending = (stop_reason: string) => [
    event('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    event('message_stop'),
  ]
  await using fake = await startLoopback(
    {
      events: [
        event('message_start', { message: message([], 'x') }),
        start(0, { type: 'thinking', thinking: '', signature: '' }),
        piece(0, { type: 'thinking_delta', thinking: 'Vienna, ' }),
        piece(0, { type: 'thinking_delta', thinking: 'then.' }),
        piece(0, { type: 'signature_delta', signature: 'EqQB' }),
        stop(0),
        start(1, { ...CALL, input: {} }),
        piece(1, { type: 'input_json_delta', partial_json: '' }),
        piece(1, { type: 'input_json_delta', partial_json: '{"city":"Vi' }),
        piece(1, { type: 'input_json_delta', partial_json: 'enna"}' }),
        stop(1),
        ...ending('tool_use'),
      ],
    },
    {
      events: [
        event('message_start', { message: message([], 'x') }),
        start(0, { type: 'text', text: '' }),
        piece(0, { type: 'text_delta', text: '21 degrees' }),
        stop(0),
        ...ending('end_turn'),
      ],
    },
  )
  const client = new Anthropic({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toAnthropicTools(toolbox)
  const ask = async (wire: readonly JsonValue[]) => {
    const reader = createAnthropicReader()
    const stream = await client.messages.create({
      model: 'm',
      max_tokens: 100,
      messages: wire as unknown as Anthropic.MessageParam[],
      tools: exported.tools,
      stream: true,
    })
    for await (const one of stream) reader.push(one)
    return reader.end()
  }

  const answer = await ask([{ role: 'user', content: 'Weather?' }])
  const received = toAnthropicCalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  const results = toAnthropicResults(received, outcomes).messages as unknown as JsonValue[]
  const log = anthropicCodec.decode([
    { role: 'user', content: 'Weather?' },
    ...answer.entries,
    ...results,
  ])
  const last = await ask(anthropicCodec.encode(log).wire)

  expect(ran).toEqual(['get_weather Vienna none'])
  expect(last).toMatchObject({ text: '21 degrees', stop: 'done', calls: [] })
  expect(fake.requests[1]?.body['messages']).toEqual(SAID)
})
