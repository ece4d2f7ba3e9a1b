import { expect, test } from 'vitest'
import * as anthropic from '@armorer/adapters-anthropic'
import * as gemini from '@armorer/adapters-gemini'
import * as openai from '@armorer/adapters-openai'
import { createAgent } from '../../src/agent/create-agent.js'
import { anthropicFormat, chatFormat, geminiFormat } from '../../src/http/formats.js'
import { httpModel } from '../../src/http/http-model.js'
import { type ModelFormat } from '../../src/http/model-format.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { chatEvents, chunk, fakeHost, type HostAnswer } from './fake-host.js'

const chat = chatFormat(openai)
const messages = anthropicFormat(anthropic)
const contents = geminiFormat(gemini)
const usage = { input_tokens: 1, output_tokens: 0 }
const failed = (message: string, retryable: boolean) => ({
  kind: 'failed',
  error: { code: 'model.failed_answer', message: expect.stringContaining(message), retryable },
})

const cases: ReadonlyArray<readonly [string, ModelFormat, HostAnswer, object]> = [
  [
    'Anthropic is overloaded',
    messages,
    { pieces: chatEvents({ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }) },
    failed('Busy', true),
  ],
  [
    'a chat host fails in its stream',
    chat,
    { pieces: chatEvents({ error: { message: 'context too long', code: 400 } }) },
    failed('context too long', false),
  ],
  [
    'a chat host fails with an empty message',
    chat,
    {
      pieces: chatEvents({
        error: { message: 'upstream', code: 502 },
        ...chunk({ role: 'assistant', content: '' }, 'error'),
      }),
    },
    failed('upstream', true),
  ],
  [
    'a chat host says 200 and means 402',
    chat,
    { body: { error: 'no credits left' } },
    failed('no credits left', false),
  ],
  [
    'Gemini blocks the prompt',
    contents,
    { body: { promptFeedback: { blockReason: 'SAFETY' } } },
    { kind: 'refused' },
  ],
  [
    'Gemini cannot write its call',
    contents,
    { body: { candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }] } },
    { kind: 'unclear' },
  ],
  [
    'Anthropic refuses without a word',
    messages,
    { body: { content: [], stop_reason: 'refusal', usage } },
    { kind: 'refused' },
  ],
  [
    'Anthropic has nothing to add',
    messages,
    { body: { content: [], stop_reason: 'end_turn' } },
    { kind: 'done' },
  ],
  [
    'Anthropic runs out of tokens before a word',
    messages,
    { body: { content: [], stop_reason: 'max_tokens', usage } },
    { kind: 'truncated' },
  ],
  [
    'Anthropic makes a pause',
    messages,
    {
      body: {
        content: [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }],
        stop_reason: 'pause_turn',
      },
    },
    { kind: 'unclear' },
  ],
  [
    'a stream fails after half an answer',
    chat,
    {
      pieces: chatEvents(chunk({ role: 'assistant', content: 'Half' }), {
        error: { message: 'gone', code: 502 },
      }),
    },
    { kind: 'broken' },
  ],
]

test.each(cases)('%s: the run says so, and comes again', async (_name, format, answer, stop) => {
  const host = fakeHost(answer)
  const model = httpModel({ format, baseUrl: 'http://host', fetch: host.ask })
  const agent = createAgent({ name: 'tester', model, store: memoryRunStore() })

  const run = await agent.run({
    messages: [{ role: 'user', content: 'go' }],
    ...('pieces' in answer && { onDelta: () => undefined }),
  })

  expect(run.stop).toMatchObject(stop)
  expect(await agent.replay(run.runId)).toMatchObject({ kind: 'same' })
})

test('an answer that says nothing is not the one before it, nor after a crash', async () => {
  const store = memoryRunStore()
  const said = (content: readonly object[], stop_reason: string): HostAnswer => ({
    body: { content, stop_reason },
  })
  const host = fakeHost(said([{ type: 'text', text: 'first' }], 'end_turn'), said([], 'end_turn'))
  const model = httpModel({ format: messages, baseUrl: 'http://host', fetch: host.ask })
  const agent = createAgent({ name: 'tester', model, store })
  const { runId, text } = await agent.run('one')

  const second = await agent.run({ runId, messages: [{ role: 'user', content: 'two' }] })

  expect([text, second.text]).toEqual(['first', ''])
  const records = await store.read(runId)
  const again = await createAgent({ name: 'tester', model }).run({ past: records.slice(0, -1) })
  expect(again).toMatchObject({ text: '', stop: { kind: 'done' } })
})

test('what a host says of a failure does not hold the key', async () => {
  const host = fakeHost({ body: { error: 'no such key: sk-secret\u001b[2J' } })
  const model = httpModel({
    format: chat,
    baseUrl: 'http://host',
    apiKey: 'sk-secret',
    fetch: host.ask,
  })

  expect((await createAgent({ name: 'tester', model }).run('go')).stop).toMatchObject({
    error: { message: "the model's host failed: no such key: [the key] [2J" },
  })
})

test('who cancels in the middle of a stream has cancelled, and no half answer is kept', async () => {
  const controller = new AbortController()
  const [piece = ''] = chatEvents(chunk({ role: 'assistant', content: 'Half' }))
  const ask = async (_url: unknown, init?: RequestInit) =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(Buffer.from(piece))
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason))
        },
      }),
    )
  const model = httpModel({ format: chat, baseUrl: 'http://host', fetch: ask })

  const run = await createAgent({ name: 'tester', model }).run(
    { messages: [{ role: 'user', content: 'go' }], onDelta: () => controller.abort() },
    { signal: controller.signal },
  )

  expect(run.stop).toEqual({ kind: 'cancelled' })
  expect(run.messages).toHaveLength(1)
})

test('a mistake of the listener is named, and is no broken line', async () => {
  const host = fakeHost({
    pieces: chatEvents(chunk({ role: 'assistant', content: 'Half' }), chunk({}, 'stop')),
  })
  const model = httpModel({ format: chat, baseUrl: 'http://host', fetch: host.ask })

  const run = await createAgent({ name: 'tester', model }).run({
    messages: [{ role: 'user', content: 'go' }],
    onDelta: () => {
      throw new Error('my own mistake')
    },
  })

  expect(run.stop).toMatchObject({ kind: 'failed', error: { message: 'my own mistake' } })
})
