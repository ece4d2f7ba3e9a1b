import { expect, test } from 'vitest'
import * as openai from '@armorer/adapters-openai'
import { createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { chatFormat } from '../../src/http/formats.js'
import { httpModel } from '../../src/http/http-model.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { chatEvents, chunk, fakeHost, type HostAnswer } from './fake-host.js'

const TEN_MB = 'x'.repeat(10_000_000)
const big = createTool({
  name: 'big',
  description: 'Gives ten megabytes.',
  input: z.object({}),
  risk: { effects: 'read' },
  run: () => TEN_MB,
})
const begun = (id: string, name: string, text: string) => ({
  tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: text } }],
})
const asked = (...calls: readonly object[]) =>
  chatEvents(...calls.map((call) => chunk(call)), chunk({}, 'tool_calls'))
const fine = { pieces: chatEvents(chunk({ role: 'assistant', content: 'ok' }), chunk({}, 'stop')) }
const text = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Half a tok'

const cases: ReadonlyArray<readonly [string, HostAnswer, object]> = [
  [
    'a stream cut in the middle of a token',
    {
      pieces: [...chatEvents(chunk({ role: 'assistant', content: 'Half' })).slice(0, 1), text],
      cut: true,
    },
    { kind: 'broken' },
  ],
  [
    'a stream that just ends',
    { pieces: chatEvents(chunk({ role: 'assistant', content: 'Half' })).slice(0, 1) },
    { kind: 'broken' },
  ],
  ['a connection cut before anything came', { pieces: [], cut: true }, { kind: 'failed' }],
  [
    'a stream cut in the middle of a call',
    { pieces: chatEvents(chunk(begun('a', 'big', '{"ci'))).slice(0, 1), cut: true },
    { kind: 'done' },
  ],
  [
    'a character cut in two, across pieces',
    {
      pieces: splitBytes(
        chatEvents(chunk({ role: 'assistant', content: '😀' }), chunk({}, 'stop')).join(''),
      ),
    },
    { kind: 'done' },
  ],
  [
    'chunks that are no JSON between those that are',
    {
      pieces: ['data: {"choices":[{\n\n', 'data: nonsense\n\n', ': a comment\n\n', ...fine.pieces],
    },
    { kind: 'done' },
  ],
  [
    'a last event without its empty line',
    {
      pieces: [
        `data: ${JSON.stringify(chunk({ role: 'assistant', content: 'ok' }))}\n\n`,
        `data: ${JSON.stringify(chunk({}, 'stop'))}`,
      ],
    },
    { kind: 'done' },
  ],
  ['a body that is no JSON', { body: '<html>502</html>' }, { kind: 'failed' }],
  [
    'no choices',
    { body: { choices: [] } },
    { kind: 'failed', error: { code: 'model.empty_answer' } },
  ],
  ['nothing', { body: 'null' }, { kind: 'failed' }],
  ['an unknown tool', { pieces: asked(begun('a', 'rm_rf', '{}')) }, { kind: 'done' }],
  ['broken JSON for arguments', { pieces: asked(begun('a', 'big', '{"a":')) }, { kind: 'done' }],
  ['a call without an id', { pieces: asked(begun('', 'big', '{}')) }, { kind: 'done' }],
  [
    'one id for two calls',
    {
      pieces: asked({
        tool_calls: [0, 1].map((index) => ({
          index,
          id: 'a',
          type: 'function',
          function: { name: 'big', arguments: '{}' },
        })),
      }),
    },
    { kind: 'done' },
  ],
  ['calls that are none', { pieces: asked({ tool_calls: [null, 1, {}] }) }, { kind: 'done' }],
  ['an output of ten megabytes', { pieces: asked(begun('a', 'big', '{}')) }, { kind: 'done' }],
  [
    'an answer of ten megabytes',
    { pieces: chatEvents(chunk({ role: 'assistant', content: TEN_MB }), chunk({}, 'stop')) },
    { kind: 'done' },
  ],
  [
    'an answer that ran out of tokens',
    { pieces: chatEvents(chunk({ role: 'assistant', content: 'So' }), chunk({}, 'length')) },
    { kind: 'truncated' },
  ],
  [
    'an answer that a filter cut off',
    { pieces: chatEvents(chunk({ role: 'assistant', content: '' }), chunk({}, 'content_filter')) },
    { kind: 'refused' },
  ],
  ['a key that is refused', { body: '', status: 401 }, { kind: 'failed' }],
]

test.each(cases)('%s: a sound log, and an end with a name', async (_name, answer, stop) => {
  const store = memoryRunStore()
  const isStream = 'pieces' in answer
  const host = fakeHost(answer, isStream ? fine : { body: {} })
  const model = httpModel({ format: chatFormat(openai), baseUrl: 'http://host', fetch: host.ask })
  const agent = createAgent({ name: 'tester', model, tools: [big], store })

  const run = await agent.run({
    messages: [{ role: 'user', content: 'go' }],
    ...(isStream && { onDelta: () => undefined }),
  })

  expect(run.stop).toMatchObject(stop)
  expect(validateConversation(run.events)).toEqual([])
  expect((await store.read(run.runId)).at(-1)).toMatchObject({ kind: 'stop', stop })
  expect((await agent.replay(run.runId)).divergence).toBeUndefined()
})

test('of ten megabytes the model is shown the beginning, and told so', async () => {
  const host = fakeHost({ pieces: asked(begun('a', 'big', '{}')) }, fine)
  const model = httpModel({ format: chatFormat(openai), baseUrl: 'http://host', fetch: host.ask })
  const agent = createAgent({ name: 'tester', model, tools: [big] })

  const { messages } = await agent.run({
    messages: [{ role: 'user', content: 'go' }],
    onDelta: () => undefined,
  })

  const output = messages.find(({ role }) => role === 'tool')?.['content']
  expect(output).toMatch(/^x{100000}\n\[cut off here: 100000 of 10000000 characters\]$/)
})

test('an answer that does not end is not read for ever', async () => {
  const endless: HostAnswer = { pieces: Array.from({ length: 50 }, () => 'data: x'.repeat(1_000)) }
  const host = fakeHost(endless)
  const model = httpModel({
    format: chatFormat(openai),
    baseUrl: 'http://host',
    fetch: host.ask,
    maxBytes: 100_000,
  })

  const { stop } = await createAgent({ name: 'tester', model }).run({
    messages: [{ role: 'user', content: 'go' }],
    onDelta: () => undefined,
  })

  expect(stop).toMatchObject({ kind: 'failed', error: { code: 'model.answer_too_long' } })
})

test('a refusal that does not end is not read to its end', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      if (pulled > 1_000) controller.close()
      else controller.enqueue(Buffer.alloc(10_000, 'x'))
    },
  })
  const model = httpModel({
    format: chatFormat(openai),
    baseUrl: 'http://host',
    fetch: async () => new Response(body, { status: 500 }),
  })

  const { stop } = await createAgent({ name: 'tester', model }).run('go')

  expect(stop).toMatchObject({ kind: 'failed', error: { code: 'model.http_500' } })
  expect(pulled).toBeLessThan(10)
})

test('what a host says of a refusal holds neither the key nor signs that steer a terminal', async () => {
  const body = 'no such key:\u001b[2J\u202e sk-secret-0123456789 '.concat('😀'.repeat(600))
  const host = fakeHost({ body, status: 401 })
  const model = httpModel({
    format: chatFormat(openai),
    baseUrl: 'http://host',
    apiKey: 'sk-secret-0123456789',
    fetch: host.ask,
  })

  const { stop } = await createAgent({ name: 'tester', model }).run('go')

  const message = stop.kind === 'failed' ? stop.error.message : ''
  expect(message).toContain('no such key: [2J  [the key] 😀')
  expect(message).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u)
  expect(message.length).toBeLessThan(1_100)
})

function splitBytes(whole: string): Uint8Array[] {
  return [...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))
}
