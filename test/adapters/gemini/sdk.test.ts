import { GoogleGenAI, type Content } from '@google/genai'
import { expect, test } from 'vitest'
import {
  createGeminiReader,
  geminiCodec,
  readGeminiAnswer,
  toGeminiCalls,
  toGeminiResults,
  toGeminiTools,
} from '@armorer/adapters-gemini'
import { type JsonValue } from '@armorer/core'
import { startLoopback } from '../loopback.js'
import { weatherToolbox } from '../weather-tools.js'

const CALL = {
  functionCall: { id: 'c1', name: 'get_weather', args: { city: 'Vienna' } },
  thoughtSignature: 'CpcB',
}
const chunk = (parts: readonly object[], finishReason?: string) => ({
  candidates: [
    {
      content: { role: 'model', parts },
      index: 0,
      ...(finishReason !== undefined && { finishReason }),
    },
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 2 },
})
const RESULT = {
  role: 'user',
  parts: [
    {
      functionResponse: {
        id: 'c1',
        name: 'get_weather',
        response: { output: { city: 'Vienna', degrees: 21 } },
      },
    },
  ],
}

test('the real client makes a whole round trip', async () => {
  await using fake = await startLoopback(
    { body: chunk([CALL], 'STOP') },
    { body: chunk([{ text: '21 degrees' }], 'STOP') },
  )
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: fake.url } })
  const { toolbox, ran } = weatherToolbox()
  const exported = toGeminiTools(toolbox)
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Weather?' }] }]
  const ask = () =>
    client.models.generateContent({ model: 'm', contents, config: { tools: exported.tools } })

  const first = await ask()
  const answer = readGeminiAnswer(first)
  const received = toGeminiCalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  contents.push(...(answer.entries as unknown as Content[]))
  contents.push(...toGeminiResults(received, outcomes).messages)
  const second = await ask()

  expect(answer).toMatchObject({
    stop: 'calls',
    usage: { inputTokens: 10, outputTokens: 7, reasoningTokens: 2 },
  })
  expect(ran).toEqual(['get_weather Vienna none'])
  expect(readGeminiAnswer(second)).toMatchObject({ text: '21 degrees', stop: 'done' })
  expect(fake.requests[0]?.body['tools']).toEqual(JSON.parse(JSON.stringify(exported.tools)))
  expect(fake.requests[1]?.body['contents']).toEqual([
    { role: 'user', parts: [{ text: 'Weather?' }] },
    { role: 'model', parts: [CALL] },
    RESULT,
  ])
})

test('the real client makes a whole round trip as a stream, and the history through the codec', async () => {
  await using fake = await startLoopback(
    {
      events: [
        { data: chunk([{ text: 'Vienna, ', thought: true }]) },
        { data: chunk([{ text: 'then.', thought: true }]) },
        { data: chunk([{ text: 'Let me ' }]) },
        { data: chunk([{ text: 'see.' }]) },
        { data: chunk([CALL]) },
        { data: chunk([{ text: '' }], 'STOP') },
      ],
    },
    { events: [{ data: chunk([{ text: '21 degrees' }]) }, { data: chunk([], 'STOP') }] },
  )
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: fake.url } })
  const { toolbox, ran } = weatherToolbox()
  const exported = toGeminiTools(toolbox)
  const ask = async (wire: readonly JsonValue[]) => {
    const reader = createGeminiReader()
    const stream = await client.models.generateContentStream({
      model: 'm',
      contents: wire as unknown as Content[],
      config: { tools: exported.tools },
    })
    for await (const one of stream) reader.push(one)
    return reader.end()
  }
  const question = { role: 'user', parts: [{ text: 'Weather?' }] }

  const answer = await ask([question])
  const received = toGeminiCalls(answer, exported)
  const outcomes = await toolbox.execute(received.calls)
  const results = toGeminiResults(received, outcomes).messages as unknown as JsonValue[]
  const log = geminiCodec.decode([question, ...answer.entries, ...results])
  const last = await ask(geminiCodec.encode(log).wire)

  expect(ran).toEqual(['get_weather Vienna none'])
  expect(last).toMatchObject({ text: '21 degrees', stop: 'done', calls: [] })
  expect(fake.requests[1]?.body['contents']).toEqual([
    question,
    {
      role: 'model',
      parts: [
        { text: 'Vienna, then.', thought: true },
        { text: 'Let me see.' },
        CALL,
        { text: '' },
      ],
    },
    RESULT,
  ])
})
