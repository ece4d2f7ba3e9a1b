import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../src/serve.js'
import { HOST, openWorld, ORIGIN, type SmallWorld } from './small-world.js'

let world: SmallWorld
beforeAll(async () => {
  world = await openWorld()
  await world.suggest('something that waits')
})
afterAll(() => world[Symbol.asyncDispose]())

const LEAKS =
  /\bat \S+:\d+|node_modules|\/src\/|\.ts\b|SQLITE|sqlite|gateway_|select |insert |Error:/

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '..',
    '%2e%2e',
    '%00',
    '%',
    '%ff',
    '1',
    '0',
    '-1',
    '1e3',
    '9'.repeat(40),
    "1' or '1'='1",
    'approve',
    'edit',
    'undo',
    '__proto__',
    'constructor',
    '1;drop table session',
  ),
)
const path = fc
  .tuple(
    fc.constantFrom('approvals', 'activity', 'posts', 'status', 'pause', 'login', 'assets', ''),
    fc.array(nasty, { maxLength: 3 }),
    fc.option(nasty),
  )
  .map(([root, segments, query]) => ({ path: ['/api', root, ...segments].join('/'), query }))
const body = fc.oneof(
  fc.json(),
  nasty,
  fc
    .record({ text: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), seen: nasty })
    .map((value) => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? 1 : inner))),
)

test('no request makes it fail, and no answer tells how it is made', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      path,
      fc.option(body, { nil: undefined }),
      fc.boolean(),
      async (method, { path, query }, body, isOwn) => {
        const url = new URL(ORIGIN)
        url.pathname = path
        if (query !== null) url.search = query
        // A stream would not end by itself.
        if (url.pathname === '/api/events') return
        const carriesBody = method !== 'GET' && method !== 'HEAD' && body !== undefined
        const response = await world.ask(url.pathname + url.search, {
          method,
          headers: {
            host: HOST,
            ...(isOwn && { origin: ORIGIN, 'x-tuitbot': '1', 'content-type': 'application/json' }),
          },
          ...(carriesBody && { body }),
        })
        const text = await response.text()
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        expect(response.status).toBeLessThan(500)
        expect(text).not.toMatch(LEAKS)
        expect(text).not.toContain(world.home)
        expect(response.ok || response.redirected || method === 'HEAD' || isProblem(text)).toBe(
          true,
        )
      },
    ),
    { numRuns: 2_000 },
  )
  expect(world.reports).toEqual([])
  // A fuzz that is always stopped at the door finds nothing behind it.
  for (const status of [200, 400, 403, 404]) expect(seen.get(status)).toBeGreaterThan(10)
  expect(world.countPosts()).toBe(0)
})

test('bytes that are no request at all leave the server standing', async () => {
  await using server = await serve(world.app, { port: 0 })
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, asHeader) => {
      const head = `GET /api/status HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n`
      const sent = asHeader ? Buffer.concat([Buffer.from(head), bytes]) : Buffer.from(bytes)
      expect(await exchange(server.port, sent)).not.toMatch(LEAKS)
    }),
    { numRuns: 200 },
  )
  expect((await fetch(`${server.url}/api/status`)).status).toBe(401)
})

function isProblem(text: string): boolean {
  const body: unknown = JSON.parse(text)
  const error: unknown = Reflect.get(Object(body), 'error')
  return typeof Reflect.get(Object(error), 'code') === 'string'
}

function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
    socket.end(bytes)
  })
}
