import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOST, openWorld, ORIGIN, type SmallWorld } from '../small-world.js'

let world: SmallWorld
let routes: ReadonlyArray<{ readonly method: string; readonly path: string }>
beforeAll(async () => {
  world = await openWorld()
  routes = listRoutes(world)
})
afterAll(() => world[Symbol.asyncDispose]())

test('every route of the API is known to these tests', () => {
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /api/activity',
    'GET /api/approvals',
    'GET /api/approvals/1',
    'GET /api/events',
    'GET /api/grants',
    'GET /api/status',
    'POST /api/activity/00000000-0000-4000-8000-000000000000/undo',
    'POST /api/approvals/1/approve',
    'POST /api/approvals/1/edit',
    'POST /api/approvals/1/link',
    'POST /api/approvals/1/note',
    'POST /api/approvals/1/reject',
    'POST /api/approvals/1/snooze',
    'POST /api/approvals/decide',
    'POST /api/approvals/resolve',
    'POST /api/grants',
    'POST /api/grants/00000000-0000-4000-8000-000000000000/revoke',
    'POST /api/logout',
    'POST /api/pause',
    'POST /api/posts',
    'POST /api/resume',
  ])
})

test('nothing of the API answers without a session, or with one that is not good', async () => {
  for (const { method, path } of [...routes, { method: 'GET', path: '/api/nowhere' }]) {
    for (const cookie of [undefined, 'tuitbot_session_3001=', 'tuitbot_session_3001=guess']) {
      const response = await world.app.request(path, { method, headers: own({ cookie }) })
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toMatchObject({ error: { code: 'not_logged_in' } })
    }
  }
})

test('names that are not this machine are not answered, whatever the path', async () => {
  const names = [
    'evil.example',
    'evil.example:3001',
    '127.0.0.1.evil.example',
    'localhost.evil.example:3001',
    '127.0.0.1@evil.example',
    '192.168.1.5:3001',
    '0.0.0.0:3001',
    '127.0.0.1:3001:1',
    '[::2]:3001',
    '',
  ]
  for (const host of names) {
    for (const path of ['/', '/login?token=x', '/api/status', '/assets/x.js']) {
      const response = await world.ask(path, { headers: { host } })
      expect([host, path, response.status]).toEqual([host, path, 403])
    }
  }
  for (const host of ['127.0.0.1:3001', 'localhost:3001', '[::1]:3001']) {
    expect((await world.ask('/api/status', { headers: { host } })).status).toBe(200)
  }
})

test('no change comes from elsewhere, with the cookie and all', async () => {
  const foreign: ReadonlyArray<Record<string, string | undefined>> = [
    { origin: undefined },
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1:9999' },
    { origin: 'https://127.0.0.1:3001' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://localhost:3001' },
    { 'x-tuitbot': undefined },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: undefined, 'content-type': 'application/x-www-form-urlencoded' },
    { origin: undefined, 'content-type': 'text/plain' },
  ]
  const trail = await countTrail(world)
  for (const { method, path } of routes.filter(({ method }) => method !== 'GET')) {
    for (const change of foreign) {
      const headers = own({ ...change })
      const response = await world.ask(path, { method, headers, body: '{}' })
      expect([path, change, response.status]).toEqual([path, change, 403])
    }
  }
  const link = await world.ask('/login/link', {
    method: 'POST',
    headers: own({ origin: undefined }),
  })
  expect(link.status).toBe(403)
  expect(world.links).toEqual([])
  expect(await countTrail(world)).toBe(trail)
})

test('no other page reads anything', async () => {
  for (const { path } of routes.filter(({ method }) => method === 'GET')) {
    for (const site of ['cross-site', 'same-site']) {
      const response = await world.ask(path, { headers: { 'sec-fetch-site': site } })
      expect([path, response.status]).toEqual([path, 403])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
})

test('a body that is no JSON is refused before anything is done', async () => {
  const trail = await countTrail(world)
  const plain = await world.ask('/api/posts', {
    method: 'POST',
    headers: own({ 'content-type': 'text/plain' }),
    body: JSON.stringify({ text: 'smuggled', confirmed: true }),
  })
  expect(plain.status).toBe(400)
  const broken = await world.ask('/api/posts', {
    method: 'POST',
    headers: own({}),
    body: '{"text":',
  })
  expect(broken.status).toBe(400)
  expect(await countTrail(world)).toBe(trail)
})

test('every answer, also a refusal, forbids scripts, frames and guesses at types from elsewhere', async () => {
  const answers = [
    await world.ask('/api/status'),
    await world.ask('/nowhere'),
    await world.ask('/login?token=x'),
    await world.ask('/api/status', { headers: { host: 'evil.example' } }),
    await world.app.request('/api/status', { headers: { host: HOST } }),
    await world.send('/api/approvals/1/approve', 'x'),
  ]
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  expect((await world.ask('/api/status')).headers.get('cache-control')).toBe('no-store')
})

/** As the page itself would send it; `undefined` leaves a header out. */
function own(change: Record<string, string | undefined>): Record<string, string> {
  const headers = {
    host: HOST,
    origin: ORIGIN,
    'x-tuitbot': '1',
    'content-type': 'application/json',
    ...change,
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

function listRoutes({ app }: SmallWorld) {
  const known = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => ({
      method,
      path: path
        .replace(':id', '1')
        .replace(/:(?:intent|grant)/, '00000000-0000-4000-8000-000000000000'),
    }))
  return [...new Map(known.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

async function countTrail({ tuitbot }: SmallWorld): Promise<number> {
  let count = 0
  for (const account of ['alice', '*']) {
    for await (const _ of tuitbot.ctx.gateway.auditTrail(account)) count += 1
  }
  return count
}
