import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { startLoopback } from '../loopback.js'
import { weatherToolbox } from '../weather-tools.js'
import {
  createResponsesReader,
  readResponsesAnswer,
  responsesCodec,
  toOpenAICalls,
  toResponsesResults,
  toResponsesTools,
} from '@armorer/adapters-openai'

const REASONING = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }
const CALL = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'get_weather',
  arguments: '{"city":"Vienna","unit":null}',
  status: 'completed',
}
const MESSAGE = {
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: '21 degrees', annotations: [] }],
}
const USAGE = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
const ASKING = {
  id: 'r1',
  object: 'response',
  status: 'completed',
  output: [REASONING, CALL],
  usage: USAGE,
}
const ENDING = { ...ASKING, id: 'r2', output: [MESSAGE] }

const RESULT = {
  type: 'function_call_output',
  call_id: 'call_1',
  output: '{"city":"Vienna","degrees":21}',
}

test('the real client makes a whole round trip', async () => {
  await using fake = await startLoopback({ body: ASKING }, { body: ENDING })
  const client = new OpenAI({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toResponsesTools(toolbox)
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Weather?' }]

  const first = await client.responses.create({ model: 'm', input, tools: exported.tools })
  const received = toOpenAICalls(readResponsesAnswer(first), exported)
  const outcomes = await toolbox.execute(received.calls)
  const said = first.output as OpenAI.Responses.ResponseInputItem[]
  input.push(...said, ...toResponsesResults(received, outcomes).messages)
  const second = await client.responses.create({ model: 'm', input, tools: exported.tools })

  expect(ran).toEqual(['get_weather Vienna none'])
  expect(readResponsesAnswer(second)).toMatchObject({ text: '21 degrees', stop: 'done' })
  expect(fake.requests[1]?.body['input']).toEqual([
    { role: 'user', content: 'Weather?' },
    REASONING,
    CALL,
    RESULT,
  ])
})

test('the real client makes a whole round trip as a stream, and the history through the codec', async () => {
  let number = 0
  const event = (type: string, rest: object) => ({
    event: type,
    data: { type, sequence_number: number++, ...rest },
  })
  const piece = (delta: string) =>
    event('response.function_call_arguments.delta', { item_id: 'fc_1', output_index: 1, delta })
  await using fake = await startLoopback(
    {
      events: [
        event('response.created', { response: { ...ASKING, status: 'in_progress', output: [] } }),
        event('response.output_item.added', { output_index: 0, item: REASONING }),
        event('response.output_item.done', { output_index: 0, item: REASONING }),
        event('response.output_item.added', { output_index: 1, item: { ...CALL, arguments: '' } }),
        piece('{"city":"Vi'),
        piece('enna","unit":null}'),
        event('response.output_item.done', { output_index: 1, item: CALL }),
        event('response.completed', { response: ASKING }),
      ],
    },
    {
      events: [
        event('response.output_text.delta', { item_id: 'msg_1', delta: '21 degrees' }),
        event('response.output_item.done', { output_index: 0, item: MESSAGE }),
        event('response.completed', { response: ENDING }),
      ],
    },
  )
  const client = new OpenAI({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toResponsesTools(toolbox)
  const ask = async (input: OpenAI.Responses.ResponseInput) => {
    const reader = createResponsesReader()
    const stream = await client.responses.create({
      model: 'm',
      input,
      tools: exported.tools,
      stream: true,
    })
    for await (const one of stream) reader.push(one)
    return reader.end()
  }

  const answer = await ask([{ role: 'user', content: 'Weather?' }])
  const received = toOpenAICalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  const results = toResponsesResults(received, outcomes).messages
  const log = responsesCodec.decode(
    JSON.parse(
      JSON.stringify([{ role: 'user', content: 'Weather?' }, ...answer.entries, ...results]),
    ),
  )
  const last = await ask(
    responsesCodec.encode(log).wire as unknown as OpenAI.Responses.ResponseInput,
  )

  expect(ran).toEqual(['get_weather Vienna none'])
  expect(last).toMatchObject({ text: '21 degrees', stop: 'done', calls: [] })
  expect(fake.requests[1]?.body['input']).toEqual([
    { role: 'user', content: 'Weather?' },
    REASONING,
    CALL,
    RESULT,
  ])
})
