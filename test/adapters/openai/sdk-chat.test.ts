import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { startLoopback } from '../loopback.js'
import { weatherToolbox } from '../weather-tools.js'
import {
  createOpenAIReader,
  readOpenAIAnswer,
  toOpenAICalls,
  toOpenAIResults,
  toOpenAITools,
} from '@armorer/adapters-openai'

const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Vienna","unit":null}' },
}
const ASKING = {
  id: 'cmpl_1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: { role: 'assistant', content: null, tool_calls: [CALL] },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
}
const ENDING = {
  ...ASKING,
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '21 degrees' } },
  ],
}

test('the real client makes a whole round trip', async () => {
  await using fake = await startLoopback({ body: ASKING }, { body: ENDING })
  const client = new OpenAI({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toOpenAITools(toolbox, { strict: true })
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }]

  const first = await client.chat.completions.create({
    model: 'm',
    messages,
    tools: exported.tools,
  })
  const received = toOpenAICalls(readOpenAIAnswer(first), exported)
  const outcomes = await toolbox.execute(received.calls)
  const [choice] = first.choices
  if (choice) messages.push(choice.message)
  messages.push(...toOpenAIResults(received, outcomes).messages)
  const second = await client.chat.completions.create({
    model: 'm',
    messages,
    tools: exported.tools,
  })

  expect(ran).toEqual(['get_weather Vienna none'])
  expect(readOpenAIAnswer(second)).toMatchObject({ text: '21 degrees', stop: 'done' })
  expect(fake.requests[1]?.body['messages']).toEqual([
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'call_1', content: '{"city":"Vienna","degrees":21}' },
  ])
})

test('the real client makes a whole round trip as a stream', async () => {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    data: {
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    },
  })
  const piece = (text: string) =>
    chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })
  await using fake = await startLoopback(
    {
      events: [
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Let me ' }),
        chunk({ content: 'see.' }),
        chunk({
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: { name: 'get_weather', arguments: '' },
            },
          ],
        }),
        piece('{"city":"Vi'),
        piece('enna","unit":null}'),
        chunk({}, 'tool_calls'),
        { data: { ...ASKING, object: 'chat.completion.chunk', choices: [] } },
      ],
      done: '[DONE]',
    },
    {
      events: [chunk({ role: 'assistant', content: '21 degrees' }), chunk({}, 'stop')],
      done: '[DONE]',
    },
  )
  const client = new OpenAI({ apiKey: 'none', baseURL: fake.url, maxRetries: 0 })
  const { toolbox, ran } = weatherToolbox()
  const exported = toOpenAITools(toolbox, { strict: true })
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }]
  const shown: string[] = []
  const ask = async () => {
    const reader = createOpenAIReader()
    const stream = await client.chat.completions.create({
      model: 'm',
      messages,
      tools: exported.tools,
      stream: true,
    })
    for await (const event of stream) {
      for (const delta of reader.push(event)) if (delta.kind === 'text') shown.push(delta.text)
    }
    return reader.end()
  }

  const answer = await ask()
  const received = toOpenAICalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  messages.push(...(answer.entries as unknown as OpenAI.ChatCompletionMessageParam[]))
  messages.push(...toOpenAIResults(received, outcomes).messages)
  const last = await ask()

  expect(answer).toMatchObject({ stop: 'calls', usage: { inputTokens: 10, outputTokens: 5 } })
  expect(ran).toEqual(['get_weather Vienna none'])
  expect(shown).toEqual(['Let me ', 'see.', '21 degrees'])
  expect(last).toMatchObject({ text: '21 degrees', stop: 'done', calls: [] })
  expect(fake.requests[1]?.body['messages']).toEqual([
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: 'Let me see.', tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'call_1', content: '{"city":"Vienna","degrees":21}' },
  ])
})
