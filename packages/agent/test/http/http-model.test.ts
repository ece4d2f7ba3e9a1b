import { expect, test } from 'vitest'
import * as anthropic from '@armorer/adapters-anthropic'
import * as gemini from '@armorer/adapters-gemini'
import * as openai from '@armorer/adapters-openai'
import { createTool, retry } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { rawMessagesToRunItems } from '../../src/chat/chat-codec.js'
import { CONVERSATION_DIALECTS } from '../../src/conversation/dialect.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { anthropicFormat, chatFormat, geminiFormat } from '../../src/http/formats.js'
import { httpModel } from '../../src/http/http-model.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { chatEvents, chunk, fakeHost } from './fake-host.js'

const add = createTool({
  name: 'add',
  namespace: 'math',
  description: 'Adds.',
  input: z.object({ a: z.number(), b: z.number() }),
  risk: { effects: 'none' },
  run: ({ a, b }) => a + b,
})
const chat = chatFormat(openai)
const call = (id: string, text: string) => ({
  id,
  type: 'function',
  function: { name: nameOf(), arguments: text },
})

test('a chat host is asked with every field, and its answers are taken as they are', async () => {
  const answer = {
    role: 'assistant',
    content: null,
    refusal: null,
    tool_calls: [call('a', '{"a": 1, "b":2.0}')],
  }
  const host = fakeHost(
    {
      body: {
        choices: [{ index: 0, message: answer, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 7, completion_tokens: 3 },
      },
    },
    {
      body: {
        choices: [
          { index: 0, message: { role: 'assistant', content: '3' }, finish_reason: 'stop' },
        ],
      },
    },
  )
  const agent = createAgent({
    name: 'adder',
    instructions: 'Add.',
    model: httpModel({
      format: chat,
      baseUrl: 'http://host/v1/',
      apiKey: 'key',
      fetch: host.ask,
    }),
    settings: { model: 'm', temperature: 0.2, tool_choice: 'auto', seed: 7 },
    tools: [add],
  })

  const run = await agent.run('1 + 2?')

  expect(run.stop).toEqual({ kind: 'done' })
  expect(run.progress).toMatchObject({ inputTokens: 7, outputTokens: 3 })
  const [first, second] = host.requests
  expect(first?.url).toBe('http://host/v1/chat/completions')
  expect(first?.headers.get('authorization')).toBe('Bearer key')
  expect(first?.body).toMatchObject({ model: 'm', temperature: 0.2, tool_choice: 'auto', seed: 7 })
  expect(second?.body['messages']).toEqual([
    { role: 'system', content: 'Add.' },
    { role: 'user', content: '1 + 2?' },
    answer,
    { role: 'tool', tool_call_id: 'a', content: '3' },
  ])
  // Nothing is written twice: the later body goes on where the earlier one closed.
  expect(second?.text.startsWith(first?.text.slice(0, -2) ?? '-')).toBe(true)
  expect(JSON.stringify(run.messages[2])).toBe(JSON.stringify(answer))
})

test('a streamed answer is heard piece by piece, and is the same in the end', async () => {
  const host = fakeHost(
    {
      pieces: chatEvents(
        chunk({ role: 'assistant', content: 'One ' }),
        chunk({ content: 'moment' }),
        chunk({ tool_calls: [{ index: 0, ...call('a', '') }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a":1,' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '"b":2}' } }] }),
        chunk({}, 'tool_calls'),
      ),
    },
    { pieces: chatEvents(chunk({ role: 'assistant', content: '3' }), chunk({}, 'stop')) },
  )
  const agent = createAgent({
    name: 'adder',
    model: httpModel({ format: chat, baseUrl: 'http://host', fetch: host.ask }),
    tools: [add],
  })

  const heard: string[] = []
  for await (const event of agent.stream('1 + 2?')) {
    if (event.kind === 'delta') heard.push(event.delta.text)
    else heard.push(event.kind === 'record' ? event.record.kind : event.run.text)
  }

  expect(heard).toEqual([
    'start',
    'One ',
    'moment',
    '{"a":1,',
    '"b":2}',
    'answer',
    'output',
    '3',
    'answer',
    'stop',
    '3',
  ])
})

test('Anthropic gets its system text apart, results in one turn, and its thoughts back', async () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 'sealed' },
    { type: 'tool_use', id: 'a', name: nameOf(), input: { a: 1, b: 2 } },
    { type: 'tool_use', id: 'b', name: nameOf(), input: { a: 3, b: 4 } },
  ]
  const host = fakeHost(
    { body: { role: 'assistant', content, stop_reason: 'tool_use' } },
    {
      body: {
        role: 'assistant',
        content: [{ type: 'text', text: '3 and 7' }],
        stop_reason: 'end_turn',
      },
    },
  )
  const agent = createAgent({
    name: 'adder',
    instructions: 'Add.',
    model: httpModel({
      format: anthropicFormat(anthropic),
      baseUrl: 'http://host',
      apiKey: 'key',
      fetch: host.ask,
    }),
    settings: { model: 'claude', max_tokens: 9 },
    tools: [add],
  })

  const run = await agent.run('both')

  expect(run.text).toBe('3 and 7')
  const [, second] = host.requests
  expect(second?.headers.get('x-api-key')).toBe('key')
  expect(second?.body).toMatchObject({
    model: 'claude',
    max_tokens: 9,
    system: 'Add.',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'both' }] },
      { role: 'assistant', content },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'tool_result', tool_use_id: 'b' },
        ],
      },
    ],
  })
})

test('Gemini is asked under its model, with results in one turn', async () => {
  const parts = [
    { functionCall: { id: 'a', name: nameOf(), args: { a: 1, b: 2 } } },
    { functionCall: { id: 'b', name: nameOf(), args: { a: 3, b: 4 } } },
  ]
  const host = fakeHost(
    { body: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] } },
    {
      body: {
        candidates: [
          { content: { role: 'model', parts: [{ text: '3 and 7' }] }, finishReason: 'STOP' },
        ],
      },
    },
  )
  const agent = createAgent({
    name: 'adder',
    instructions: 'Add.',
    model: httpModel({
      format: geminiFormat(gemini),
      baseUrl: 'http://host',
      fetch: host.ask,
    }),
    settings: { model: 'gemini-pro' },
    tools: [add],
  })

  const run = await agent.run('both')

  expect(run.text).toBe('3 and 7')
  const [, second] = host.requests
  expect(second?.url).toBe('http://host/v1beta/models/gemini-pro:generateContent')
  expect(second?.body).not.toHaveProperty('model')
  expect(second?.body).toMatchObject({
    systemInstruction: { parts: [{ text: 'Add.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'both' }] },
      { role: 'model', parts },
      { parts: [{ functionResponse: {} }, { functionResponse: {} }] },
    ],
  })
})

test('calls without ids of Gemini are one conversation in the log, and go back as they came', async () => {
  const parts = [
    { functionCall: { name: nameOf(), args: { a: 1, b: 2 } }, thoughtSignature: 'sealed' },
    { functionCall: { name: nameOf(), args: { a: 3, b: 4 } } },
  ]
  const asked = {
    body: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
  }
  const said = { role: 'model', parts: [{ text: 'ok' }] }
  const host = fakeHost(asked, asked, {
    body: { candidates: [{ content: said, finishReason: 'STOP' }] },
  })
  const model = httpModel({
    format: geminiFormat(gemini),
    baseUrl: 'http://host',
    fetch: host.ask,
  })
  const agent = createAgent({ name: 'adder', model, tools: [add], store: memoryRunStore() })

  const run = await agent.run('both, twice')

  const answer = (output: string) => ({
    functionResponse: { name: nameOf(), response: { output } },
  })
  const round = [
    { role: 'model', parts },
    { role: 'user', parts: [answer('3'), answer('7')] },
  ]
  expect(host.requests[2]?.body['contents']).toEqual([
    { role: 'user', parts: [{ text: 'both, twice' }] },
    ...round,
    ...round,
  ])
  expect(validateConversation(run.events, { dialect: CONVERSATION_DIALECTS.gemini })).toEqual([])
  expect(validateConversation(rawMessagesToRunItems(run.messages))).toEqual([])
  expect((await agent.replay(run.runId)).kind).toBe('same')
})

test('a host that is down is asked again by the layer for it', async () => {
  const message = { role: 'assistant', content: 'ok' }
  const host = fakeHost(
    { status: 503, body: 'down' },
    { body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } },
  )
  const model = httpModel({ format: chat, baseUrl: 'http://host', fetch: host.ask }).layer(
    retry({ times: 1, delayMs: () => 0 }),
  )

  const run = await createAgent({ name: 'tester', model }).run('hi')

  expect(run.text).toBe('ok')
  expect(host.requests).toHaveLength(2)
  expect(host.requests[1]?.text).toBe(host.requests[0]?.text)
})

test('a limit says how long to wait', async () => {
  const host = fakeHost({ status: 429, headers: { 'retry-after': '2' }, body: 'slow down' })
  const model = httpModel({ format: chat, baseUrl: 'http://host', fetch: host.ask })

  expect((await createAgent({ name: 'tester', model }).run('hi')).stop).toMatchObject({
    kind: 'failed',
    error: { code: 'model.http_429', retryable: true, retryAfterMs: 2_000 },
  })
})

/** As the adapters call it: all of them the same. */
function nameOf(): string {
  const [tool] = openai.toOpenAITools([add.definition]).tools
  return tool?.function.name ?? ''
}
