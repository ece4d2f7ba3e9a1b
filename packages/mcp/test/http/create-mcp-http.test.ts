import { EventEmitter, once } from 'node:events'
import { createTool } from '@armorer/runtime'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, modernRequest } from './modern-wire.js'
import { openHttp } from './world.js'

const call = (text = 'hi', headers: Record<string, string> = {}) =>
  modernRequest('tools/call', { name: 'echo', arguments: { text } }, { headers })

test('it is one function of requests, which mounts in Hono', async () => {
  const { fetch } = openHttp()
  const app = new Hono().all('/mcp', (c) => fetch(c.req.raw))

  const { result } = await ask((request) => Promise.resolve(app.fetch(request)), call())

  expect(result).toMatchObject({ content: [{ text: 'tester: hi' }] })
})

describe('a message is refused before anything looks at it', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'localhost',
        ...headers,
      },
      body,
    })
  const deep = `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(70)}${']'.repeat(70)}}`

  test.each([
    ['of another type', post('{}', { 'content-type': 'text/plain' }), 415],
    ['of no type', post('{}', { 'content-type': '' }), 415],
    ['that is no JSON', post('{'), 400],
    ['that is none', post('42'), 400],
    ['that is several', post('[]'), 400],
    ['of a mebibyte and more', post(`{"x":"${'x'.repeat(1024 * 1024)}"}`), 413],
    ['that says it is larger', post('{}', { 'content-length': '99999999' }), 413],
    ['that nests too deep', post(deep), 400],
    ['from another name', post('{}', { host: 'evil.com' }), 403],
    ["from another's page", post('{}', { origin: 'http://evil.com' }), 403],
  ])('%s', async (_what, request, status) => {
    const { fetch } = openHttp()

    expect((await ask(fetch, request)).status).toBe(status)
  })

  test('that does not come', async () => {
    const { fetch } = openHttp({ limits: { bodyMs: 20 } })
    const body = new ReadableStream({ start: () => undefined })
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*', host: 'localhost' },
      body,
      duplex: 'half',
    })

    expect((await fetch(request)).status).toBe(408)
  })
})

describe('headers and body must agree', () => {
  test.each([
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another name', { 'mcp-name': 'other' }],
  ])('%s', async (_what, headers) => {
    const { fetch } = openHttp()

    expect(await ask(fetch, call('hi', headers))).toMatchObject({
      status: 400,
      error: { code: -32_020 },
    })
  })

  const region = createTool({
    name: 'region',
    description: 'Has a parameter in a header.',
    input: z.object({ place: z.string().meta({ 'x-mcp-header': 'Place' }) }),
    risk: { effects: 'none' },
    run: ({ place }) => place,
  })

  test.each([
    ['Vienna', 200],
    ['=?base64?Vmllbm5h?=', 200],
    ['Lisbon', 400],
    ['=?base64?VmllbmG?=', 400],
    ['=?base64?!?=', 400],
  ])('a parameter in a header that says %s', async (header, status) => {
    const { fetch } = openHttp({}, [region])
    const params = { name: 'region', arguments: { place: 'Vienna' } }

    const answer = await ask(
      fetch,
      modernRequest('tools/call', params, { headers: { 'mcp-param-place': header } }),
    )
    const without = await ask(fetch, modernRequest('tools/call', params))

    expect(answer.status).toBe(status)
    expect(without).toMatchObject({ status: 400, error: { code: -32_020 } })
  })
})

test('a revision that nobody speaks is refused by name', async () => {
  const { fetch } = openHttp()
  const text = (await call().text()).replaceAll('2026-07-28', '2031-01-01')
  const { url, headers } = call('', { 'mcp-protocol-version': '2031-01-01' })
  const request = new Request(url, { method: 'POST', headers, body: text })

  expect(await ask(fetch, request)).toMatchObject({ status: 400, error: { code: -32_022 } })
})

test('a client that takes no answer gets none', async () => {
  const { fetch } = openHttp()

  const statuses = []
  for (const accept of [
    'text/html',
    '',
    'application/jsonp',
    '*/*',
    'text/html, application/json;q=1',
  ]) {
    statuses.push((await fetch(call('hi', { accept }))).status)
  }

  expect(statuses).toEqual([406, 406, 406, 200, 200])
})

test('a method that is not there is not found', async () => {
  const { fetch } = openHttp()

  expect(await ask(fetch, modernRequest('tools/run'))).toMatchObject({
    status: 404,
    error: { code: -32_601 },
  })
})

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])(
  '%s is not allowed where there is no session',
  async (method) => {
    const { fetch } = openHttp()
    const headers = { host: 'localhost', accept: 'text/event-stream' }

    expect((await fetch(new Request('http://localhost/mcp', { method, headers }))).status).toBe(405)
  },
)

test('a session of old and a place in its stream mean nothing to a newer client', async () => {
  const { fetch } = openHttp()

  const { status } = await ask(fetch, call('hi', { 'mcp-session-id': 'x', 'last-event-id': '7' }))

  expect(status).toBe(200)
})

test('cookies are no authority', async () => {
  const { fetch } = openHttp()

  const { result } = await ask(fetch, call('hi', { cookie: 'session=alice' }))

  expect(JSON.stringify(result)).not.toContain('alice')
})

describe('pages', () => {
  test('hear of no leave to call unless they were named', async () => {
    const { fetch } = openHttp({ origins: ['https://app.example.com'] })
    const from = (origin: string, method = 'POST') =>
      fetch(new Request(call('hi', { origin, host: 'localhost' }), { method, ...noBody(method) }))

    const [named, own, preflight] = await Promise.all([
      from('https://app.example.com'),
      from('http://localhost'),
      from('https://app.example.com', 'OPTIONS'),
    ])

    expect(named.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(named.headers.get('access-control-allow-credentials')).toBeNull()
    expect(own.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.status).toBe(204)
    expect((await from('https://evil.com', 'OPTIONS')).status).toBe(403)
  })
})

test('a page may send a parameter in a header, and no other header that it asks for', async () => {
  const { fetch } = openHttp({ origins: ['https://app.example.com'] })
  const headers = {
    host: 'localhost',
    origin: 'https://app.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'cookie2, Mcp-Param-Region,mcp-param-place, mcp-param-a b',
  }

  const answer = await fetch(new Request('http://localhost/mcp', { method: 'OPTIONS', headers }))

  const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
  expect(allowed).toContain('authorization')
  expect(allowed?.filter((name) => !/^(mcp-(?!param)|auth|acc|cont|last)/.test(name))).toEqual([
    'Mcp-Param-Region',
    'mcp-param-place',
  ])
})

describe('traffic', () => {
  test('of one caller is bounded in a minute, and told when to come again', async () => {
    let now = 0
    const { fetch } = openHttp({ limits: { perMinute: 3 }, now: () => now })
    const knock = async () => (await fetch(call())).status

    expect([await knock(), await knock(), await knock(), await knock()]).toEqual([
      200, 200, 200, 429,
    ])
    expect((await fetch(call())).headers.get('retry-after')).toBe('20')
    now = 20_000
    expect([await knock(), await knock()]).toEqual([200, 429])
  })

  test('of all is bounded at once', async () => {
    const { hold, release, begun } = holding()
    const { fetch } = openHttp({ limits: { concurrent: 1, perMinute: 1_000 } }, [hold])

    const first = fetch(modernRequest('tools/call', { name: 'hold' }))
    await begun
    const second = await fetch(call())
    release()

    expect(second.status).toBe(503)
    expect((await first).status).toBe(200)
    expect((await fetch(call())).status).toBe(200)
  })

  test('of streams is bounded too, and a place is free when one ends', async () => {
    const { fetch } = openHttp({ limits: { streams: 1, perMinute: 1_000 } })
    const listen = () =>
      fetch(modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } }))

    const first = await listen()
    expect(first.headers.get('content-type')).toContain('text/event-stream')
    expect((await listen()).status).toBe(429)
    await first.body?.cancel()

    const third = await listen()
    expect(third.status).toBe(200)
    await third.body?.cancel()
  })
})

test('a client that goes away stops what it asked for', async () => {
  const { hold, begun, stopped } = holding()
  const { fetch } = openHttp({}, [hold])
  const controller = new AbortController()

  const request = modernRequest('tools/call', { name: 'hold' })
  const answer = fetch(new Request(request, { signal: controller.signal })).catch(() => undefined)
  await begun
  controller.abort()

  await expect(stopped).resolves.toEqual([])
  await answer
})

function holding() {
  const heard = new EventEmitter()
  const [begun, stopped] = [once(heard, 'begun'), once(heard, 'stopped')]
  const hold = createTool({
    name: 'hold',
    description: 'Waits.',
    risk: { effects: 'read' },
    run: (_input, ctx) =>
      new Promise<string>((resolve) => {
        heard.once('release', () => resolve('held'))
        ctx.onCancel(() => {
          heard.emit('stopped')
          resolve('stopped')
        })
        heard.emit('begun')
      }),
  })
  return { hold, begun, stopped, release: () => void heard.emit('release') }
}

function noBody(method: string) {
  return method === 'OPTIONS' ? { body: null } : {}
}
