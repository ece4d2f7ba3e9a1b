import { request as httpRequest } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { once } from 'node:events'
import { createTool, createToolbox } from '@armorer/runtime'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nodeLimits } from '../../src/http/node-limits.js'
import { serveHttp, type HttpServer, type ServeHttpOptions } from '../../src/http/serve-http.js'
import { revisions } from '../connect.js'

const add = createTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number() }),
  output: z.object({ sum: z.number() }),
  risk: { effects: 'none' },
  run: ({ a, b }) => ({ sum: a + b }),
})

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(options: Partial<ServeHttpOptions> = {}) {
  const server = await serveHttp(createToolbox([add]), {
    name: 'ours',
    version: '1',
    facts: () => ({}),
    ...options,
  })
  servers.push(server)
  return server
}

describe.each(revisions)('the official client of %s', (_revision, options) => {
  test('lists and calls over a socket', async () => {
    const { url } = await serve()
    const client = new Client({ name: 'tester', version: '1' }, options)
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))

    const { tools } = await client.listTools()
    const answer = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
    await client.close()

    expect(tools).toMatchObject([{ name: 'add' }])
    expect(answer.structuredContent).toEqual({ sum: 3 })
  })
})

test('it listens on this machine alone unless told otherwise', async () => {
  expect((await serve()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
})

describe('another address is refused', () => {
  const auth = {
    resource: new URL('https://mcp.example.com'),
    authorizationServers: [],
    verify: async () => undefined,
  }

  test.each([
    ['without a check of who asks', {}],
    ['without TLS', { auth }],
    ['without names', { auth, behindProxy: true }],
  ])('%s', async (_what, options) => {
    await expect(serve({ address: '0.0.0.0', ...options })).rejects.toThrow(
      'reached from elsewhere',
    )
  })

  test('and taken with all of them', async () => {
    const options = { auth, behindProxy: true, hosts: ['mcp.example.com'] }

    expect((await serve({ address: '0.0.0.0', ...options })).url).toContain('0.0.0.0')
  })
})

test('the header Host counts, whatever the address of the socket', async () => {
  const { url } = await serve()
  const sent = httpRequest(url, { method: 'POST', headers: { host: 'evil.com' } })
  sent.end('{}')
  const [response] = await once(sent, 'response')

  expect(response.statusCode).toBe(403)
  response.resume()
})

test('elsewhere there is nothing', async () => {
  const { url } = await serve()

  expect((await fetch(new URL('/other', url), { method: 'POST', body: '{}' })).status).toBe(404)
})

test('headers longer than anyone sends are refused', async () => {
  const { url } = await serve()
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1')
  socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  socket.destroy()

  expect(answer).toContain('431')
})

test('headers that do not come to an end are not waited for', async () => {
  const { url } = await serve({ limits: { headersMs: 50 } })
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: a')
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  await once(socket.resume(), 'close')

  expect(answer).toContain('408')
})

test('unless told otherwise, headers may take ten seconds, and a body thirty more', () => {
  expect(nodeLimits()).toMatchObject({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 40_000,
  })
  // Whoever is late is found out within a twentieth of the time.
  expect(nodeLimits().connectionsCheckingInterval).toBeLessThanOrEqual(500)
})

test.each([
  'GET // HTTP/1.1',
  'GET http://[ HTTP/1.1',
  'GET /.well-known/%zz?%00 HTTP/1.1',
  'POST /mcp?\\\\ HTTP/1.1',
  'CONNECT evil.com:443 HTTP/1.1',
  'TRACE /mcp HTTP/1.1',
])('%s does not end the server', async (line) => {
  const { url } = await serve()
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1')
  const over = once(socket, 'close')
  socket.resume().end(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await over

  expect((await fetch(url)).status).toBe(405)
})

test('it closes with clients still there', async () => {
  const server = await serve()
  const client = new Client({ name: 'tester', version: '1' }, {})
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)))

  await server.close()

  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  await client.close()
})
