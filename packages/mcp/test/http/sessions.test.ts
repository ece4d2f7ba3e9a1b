import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { knownTokens } from '../../src/http/known-tokens.js'
import { ask } from './modern-wire.js'
import { openHttp } from './world.js'

const resource = new URL('http://localhost/mcp')
const verify = knownTokens(
  ['alice', 'bob'].map((clientId) => ({
    sha256: createHash('sha256').update(clientId).digest('hex'),
    clientId,
    scopes: [],
  })),
  resource,
)
const auth = { resource, authorizationServers: ['https://auth.example.com'], verify }

const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  },
}
const list = { method: 'tools/list' }

function legacy(message: object, headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request('http://localhost/mcp', {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      host: 'localhost',
      authorization: 'Bearer alice',
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) }),
  })
}

async function open(options: Parameters<typeof openHttp>[0] = {}) {
  const http = openHttp({ auth, ...options })
  const response = await http.fetch(legacy(initialize))
  await response.text()
  return { ...http, id: response.headers.get('mcp-session-id') ?? '' }
}

test('an older client opens a session, uses it, and ends it', async () => {
  const { fetch, id } = await open()
  const headers = { 'mcp-session-id': id }

  expect(id).toMatch(/^[\w-]{32}$/)
  expect((await ask(fetch, legacy(list, headers))).result).toMatchObject({
    tools: [{ name: 'echo' }],
  })
  expect((await fetch(legacy({}, headers, 'DELETE'))).status).toBe(200)
  expect((await fetch(legacy(list, headers))).status).toBe(404)
})

test('a stream on which nothing is said shows that it is alive', async () => {
  const { fetch, id } = await open({ limits: { keepAliveMs: 5 } })
  const { body } = await fetch(legacy({}, { 'mcp-session-id': id }, 'GET'))
  let heard = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += text
    if (/^:/m.test(heard)) break
  }

  expect(heard).toMatch(/^:/m)
})

describe('a session is not found', () => {
  test('by whoever did not open it', async () => {
    const { fetch, id } = await open()
    const headers = { 'mcp-session-id': id, authorization: 'Bearer bob' }

    const [theirs, none] = await Promise.all([
      fetch(legacy(list, headers)),
      fetch(legacy(list, { ...headers, 'mcp-session-id': 'x'.repeat(32) })),
    ])

    expect(theirs.status).toBe(404)
    expect(await theirs.text()).toBe(await none.text())
    expect((await fetch(legacy({}, headers, 'DELETE'))).status).toBe(404)
    expect((await fetch(legacy({}, headers, 'GET'))).status).toBe(404)
    expect((await fetch(legacy(list, { 'mcp-session-id': id }))).status).toBe(200)
  })

  test('without a token', async () => {
    const { fetch, id } = await open()

    expect((await fetch(legacy(list, { 'mcp-session-id': id, authorization: '' }))).status).toBe(
      401,
    )
  })

  test('once nobody has used it for long', async () => {
    let now = 0
    const { fetch, id } = await open({ now: () => now, limits: { idleMs: 1_000 } })
    const use = async () => (await fetch(legacy(list, { 'mcp-session-id': id }))).status

    now = 900
    expect(await use()).toBe(200)
    now = 1_800
    expect(await use()).toBe(200)
    now = 2_800
    expect(await use()).toBe(404)
  })

  test('once it had to give way to newer ones', async () => {
    const { fetch, id } = await open({ limits: { most: 2, perMinute: 1_000 } })
    for (let newer = 0; newer < 2; newer++) await (await fetch(legacy(initialize))).text()

    expect((await fetch(legacy(list, { 'mcp-session-id': id }))).status).toBe(404)
  })
})

test('without a session an older client can do nothing', async () => {
  const { fetch } = openHttp({ auth })

  expect((await fetch(legacy(list))).status).toBe(400)
})

test('no two sessions have one id', async () => {
  const { fetch } = openHttp({ auth })
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await fetch(legacy(initialize))).headers.get('mcp-session-id'),
    ),
  )

  expect(new Set(ids).size).toBe(50)
})
