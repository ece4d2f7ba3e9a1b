import { type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createContext, retry, service, timeout } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { createLlmProvider } from '../../src/llm/create-llm-provider.js'
import { type LlmError } from '../../src/llm/llm-error.js'
import { createOpenAICompatibleProvider } from '../../src/llm/openai-compatible-provider.js'
import { type SlotRequest } from '../../src/llm/slot-request.js'
import { completion, json, startFakeLlm } from './fake-llm-server.js'

const KEY = 'sk-canary-5f2c'
const request: SlotRequest = { kind: 'reply', to: { author: 'bob', text: 'Does it work offline?' } }

test('a request is sent once, with the key, and its answer read', async () => {
  await using llm = await startFakeLlm(json(completion('  It does.\n')))
  const provider = createOpenAICompatibleProvider({
    name: 'openai',
    baseUrl: `${llm.baseUrl}/`,
    model: 'fake-1',
    apiKey: KEY,
  })

  expect(await provider.complete(request)).toEqual({
    text: 'It does.',
    provider: 'openai',
    model: 'fake-1-2026',
    finish: 'stop',
    usage: { inputTokens: 120, outputTokens: 14 },
  })
  expect(llm.seen).toHaveLength(1)
  expect(llm.seen[0]).toMatchObject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: { model: 'fake-1', max_tokens: 400, temperature: 0.7, stream: false },
  })
  expect(llm.seen[0]?.body['messages']).toMatchObject([{ role: 'system' }, { role: 'user' }])
})

test('a server that takes no key is sent none', async () => {
  await using llm = await startFakeLlm(json(completion('Hello.')))

  await createLlmProvider({ provider: 'ollama', baseUrl: llm.baseUrl }).complete(request)

  expect(llm.seen[0]?.headers).not.toHaveProperty('authorization')
  expect(llm.seen[0]?.body).toMatchObject({ model: 'llama3.1', max_tokens: 400 })
})

test('OpenAI is told the most tokens under the name that its newer models take', async () => {
  await using llm = await startFakeLlm(json(completion('Hello.')))
  const settings = { provider: 'openai', apiKey: KEY, baseUrl: llm.baseUrl } as const

  await createLlmProvider(settings).complete(request)

  expect(llm.seen[0]?.body).toMatchObject({ model: 'gpt-4o-mini', max_completion_tokens: 400 })
  expect(llm.seen[0]?.body).not.toHaveProperty('max_tokens')
})

test('what a provider leaves out is left out, and a strange count is none', async () => {
  const bare = { choices: [{ message: { content: 'Hi.' } }], usage: { prompt_tokens: -1 } }

  expect(await ask(json(bare))).toEqual({
    text: 'Hi.',
    provider: 'fake',
    model: 'fake-1',
    finish: 'stop',
  })
})

test('an answer that ran out of room says so', async () => {
  const cut = completion('It does. And', { choice: { finish_reason: 'length' } })

  expect(await ask(json(cut))).toMatchObject({ text: 'It does. And', finish: 'length' })
})

test('what a model thinks before it writes is no part of what it wrote', async () => {
  expect(await ask(json(completion('<think>Hm, a train.</think>\n\nIt does.')))).toMatchObject({
    text: 'It does.',
  })
  await expect(ask(json(completion('<think>Hm, a train. Or')))).rejects.toMatchObject({
    code: 'bad_answer',
  })
})

const call = { id: '1', type: 'function', function: { name: 'post', arguments: '{"to":"all"}' } }
test.each<[string, unknown]>([
  ['nothing', ''],
  ['no JSON', '{"choices": [{"mess'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no choices', { choices: [] }],
  ['choices of another kind', { choices: 'many' }],
  ['a choice without a message', { choices: [{ text: 'old style' }] }],
  ['a message that is null', { choices: [{ message: null }] }],
  ['no words', completion('')],
  ['blank words', completion(' \n\t ')],
  ['null for words', completion(null)],
  ['words in parts', completion([{ type: 'text', text: 'Hi' }])],
  ['a number for words', completion(42)],
  ['a tool that nobody offered', completion(null, { message: { tool_calls: [call] } })],
  ['words and a tool', completion('Posting now.', { message: { tool_calls: [call, call] } })],
  ['a function in the old manner', completion('x', { message: { function_call: call.function } })],
  ['a refusal', completion(null, { message: { refusal: 'I cannot.' } })],
  ['a filter', completion('I', { choice: { finish_reason: 'content_filter' } })],
  ['very deep JSON', '['.repeat(200_000)],
  ['an error in place of an answer', { error: { message: 'no', code: 'x' } }],
])('an answer of %s is a bad one', async (_, answer) => {
  await expect(ask(json(answer))).rejects.toMatchObject({ name: 'LlmError', code: 'bad_answer' })
})

test.each([
  ['HTML', 'text/html', '<html>Welcome to the hotel network</html>'],
  ['a stream', 'text/event-stream', 'data: {"choices":[]}\n\n'],
  ['text that looks right', 'text/plain', JSON.stringify(completion('Hi.'))],
])('%s is no completion', async (_, type, body) => {
  const answer = json(body, { headers: { 'content-type': type } })

  await expect(ask(answer)).rejects.toMatchObject({ code: 'bad_answer' })
})

test.each([
  [
    'that is ten megabytes long',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(completion('a'.repeat(10 * 1024 * 1024))))
    },
  ],
  [
    'that unpacks to ten megabytes',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify(completion('a'.repeat(10 * 1024 * 1024)))))
    },
  ],
  [
    'that never ends',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(more))
      }
      more()
    },
  ],
])('an answer %s is left', async (_, answer) => {
  await expect(ask(answer)).rejects.toMatchObject({ name: 'LlmError', code: 'too_long' })
})

test.each([
  [401, {}, 'unauthorized'],
  [403, {}, 'unauthorized'],
  [402, {}, 'unauthorized'],
  [429, { error: { code: 'insufficient_quota' } }, 'unauthorized'],
  [413, {}, 'too_long'],
  [400, { error: { code: 'context_length_exceeded' } }, 'too_long'],
  [400, { error: { code: 'content_filter' } }, 'bad_answer'],
  [400, { error: { code: 'content_policy_violation' } }, 'bad_answer'],
  [400, { error: { code: 'invalid_prompt' } }, 'bad_answer'],
  [400, { error: { message: 'unknown field' } }, 'not_configured'],
  [404, '<html>', 'not_configured'],
  [422, 'null', 'not_configured'],
  [408, {}, 'unavailable'],
  [500, 'oops', 'unavailable'],
  [503, {}, 'unavailable'],
  [529, {}, 'unavailable'],
])('HTTP %i with %j means %s', async (status, body, code) => {
  await expect(ask(json(body, { status }))).rejects.toMatchObject({ name: 'LlmError', code })
})

test.each([
  ['7', 7_000],
  ['0.2', 200],
  ['99999999999', 86_400_000],
  ['-5', 60_000],
  ['Wed, 21 Oct 2099 07:28:00 GMT', 60_000],
])('a rate limit with retry-after %s is waited for %i ms', async (header, retryAfterMs) => {
  const answer = json({}, { status: 429, headers: { 'retry-after': header } })

  await expect(ask(answer)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs })
})

test('a key is not carried on to where a server sends us', async () => {
  await using thief = await startFakeLlm(json(completion('Thanks for the key.')))
  const answer = json('', {
    status: 307,
    headers: { location: `${thief.baseUrl}/chat/completions` },
  })

  await expect(ask(answer)).rejects.toMatchObject({ code: 'not_configured' })
  expect(thief.seen).toEqual([])
})

test('a connection that breaks, or is not there, is told as such', async () => {
  await expect(ask((response) => response.destroy())).rejects.toMatchObject({ code: 'unavailable' })
  await expect(
    ask((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"choices":', () => response.destroy())
    }),
  ).rejects.toMatchObject({ code: 'unavailable' })
  const nowhere = provide('http://127.0.0.1:1/v1')
  await expect(nowhere.complete(request)).rejects.toMatchObject({ code: 'unavailable' })
})

test('who does not answer in time is left, before the answer and in the middle of it', async () => {
  await expect(ask(() => {}, { timeoutMs: 30 })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the provider did not answer in time',
  })
  await expect(
    ask(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{')
      },
      { timeoutMs: 30 },
    ),
  ).rejects.toMatchObject({ code: 'unavailable' })
})

test('who gives up waiting gets the own reason back', async () => {
  const reason = new Error('the person left')
  const controller = new AbortController()
  await using llm = await startFakeLlm(() => controller.abort(reason))
  const { signal } = controller

  await expect(provide(llm.baseUrl).complete(request, { signal })).rejects.toBe(reason)
  await expect(provide(llm.baseUrl).complete(request, { signal })).rejects.toBe(reason)
  expect(llm.seen).toHaveLength(1)
})

test('no error has the key in it, or what the other side wrote', async () => {
  const echo = {
    error: { message: `Incorrect API key: ${KEY}`, code: KEY, type: 'ignore all rules' },
  }
  const thrown = [
    ...(await Promise.all(
      [400, 401, 404, 429, 500].map((status) => failure(json(echo, { status }))),
    )),
    await failure(json(`not JSON: ${KEY}`)),
    await failure((response) => response.destroy()),
    catchError(() => provide('http://127.0.0.1:1', { apiKey: `${KEY}\n` })),
    catchError(() => provide(`no address ${KEY}`)),
  ]

  expect(thrown).toHaveLength(9)
  for (const error of thrown) {
    expect(error).toMatchObject({ name: 'LlmError' })
    expect(tellAll(error)).not.toMatch(/canary|ignore all/)
  }
})

test('the layers of the runtime fit around it', async () => {
  let calls = 0
  await using llm = await startFakeLlm((response, seen) => {
    calls++
    json(completion('Third time lucky.'), { status: calls < 3 ? 503 : 200 })(response, seen)
  })
  const provider = provide(llm.baseUrl)
  const patient = service(provider.complete, { effects: 'read', name: provider.name })
    .layer(retry({ times: 2, delayMs: () => 0, when: ({ code }) => code === 'unavailable' }))
    .layer(timeout(20_000))

  expect(await patient.call(request, createContext())).toMatchObject({ text: 'Third time lucky.' })
  expect(calls).toBe(3)
})

function provide(baseUrl: string, options: { apiKey?: string; timeoutMs?: number } = {}) {
  return createOpenAICompatibleProvider({
    name: 'fake',
    baseUrl,
    model: 'fake-1',
    apiKey: KEY,
    timeoutMs: 20_000,
    ...options,
  })
}

async function ask(
  answer: Parameters<typeof startFakeLlm>[0],
  options: { timeoutMs?: number } = {},
) {
  await using llm = await startFakeLlm(answer)
  return await provide(llm.baseUrl, options).complete(request)
}

function failure(answer: Parameters<typeof startFakeLlm>[0]): Promise<unknown> {
  return ask(answer).then(
    () => undefined,
    (error: unknown) => error,
  )
}

function catchError(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

/** The texts of an error and of all its causes. */
function tellAll(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error as LlmError
  return [message, stack, JSON.stringify(error), cause === undefined ? '' : tellAll(cause)].join(
    '\n',
  )
}
