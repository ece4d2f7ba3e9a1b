import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../src/app.js'
import { createLogin } from '../src/login.js'
import { HOST, openTuitbot, openWorld, ORIGIN, type SmallWorld } from './small-world.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let world: SmallWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

test('a link logs a browser in once', async () => {
  const secret = world.login.issue()
  const first = await open(`/login?token=${secret}`)
  expect(first.status).toBe(303)
  expect(first.headers.get('location')).toBe('/')
  const cookie = first.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^tuitbot_session_3001=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const session = cookie.split(';')[0] ?? ''
  expect((await open('/api/status', session)).status).toBe(200)

  const second = await open(`/login?token=${secret}`)
  expect(second.headers.get('location')).toBe('/?link=used')
  expect(second.headers.get('set-cookie')).toBeNull()
})

test('of many who open a link at once, one gets in', async () => {
  const secret = world.login.issue()
  const all = await Promise.all(Array.from({ length: 20 }, () => open(`/login?token=${secret}`)))
  expect(all.filter(({ headers }) => headers.get('set-cookie') !== null)).toHaveLength(1)
})

test('a browser that only looks ahead does not use a link up', async () => {
  const secret = world.login.issue()
  const path = `/login?token=${secret}`
  await world.app.request(path, { method: 'HEAD', headers: { host: HOST } })
  await world.app.request(path, { headers: { host: HOST, 'sec-purpose': 'prefetch;prerender' } })
  expect((await open(path)).headers.get('location')).toBe('/')
})

test('a guess opens nothing', async () => {
  world.login.issue()
  for (const guess of ['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), '%00', '’']) {
    const response = await open(`/login?token=${encodeURIComponent(guess)}`)
    expect(response.headers.get('location')).toBe('/?link=used')
  }
  expect((await open('/login')).headers.get('location')).toBe('/?link=used')
})

test('a link is good for ten minutes, a session for twelve idle hours and seven days in all', async () => {
  const { login, time } = withClock(world)
  const early = login.issue()
  const late = login.issue()
  time.ms += 9 * MINUTE_MS
  const session = await login.redeem(early)
  time.ms += 2 * MINUTE_MS
  expect(await login.redeem(late)).toBeUndefined()

  expect(await login.isOpen(session)).toBe(true)
  for (let hours = 0; hours < 167; hours += 11) {
    expect(await login.isOpen(session)).toBe(true)
    time.ms += 11 * HOUR_MS
  }
  expect(await login.isOpen(session)).toBe(false)

  const other = await login.redeem(login.issue())
  time.ms += 12 * HOUR_MS
  expect(await login.isOpen(other)).toBe(false)
})

test('what a page asks by itself keeps no session open; whoever opens it or does something does', async () => {
  const { login, time } = withClock(world)
  const app = createApp({ tuitbot: world.tuitbot, login })
  const session = await login.redeem(login.issue())
  const headers = { host: HOST, cookie: `tuitbot_session_3001=${session}` }
  const wait = () => (time.ms += 11 * HOUR_MS)
  const read = async () => (await app.request('/api/status', { headers })).status

  wait()
  await app.request('/', { headers })
  wait()
  expect(await read()).toBe(200)
  await app.request('/api/resume', {
    method: 'POST',
    headers: { ...headers, origin: ORIGIN, 'x-tuitbot': '1' },
  })
  wait()
  expect(await read()).toBe(200)
  wait()
  expect(await read()).toBe(401)
})

test('only so many links are good at a time', async () => {
  const links = Array.from({ length: 7 }, () => world.login.issue())
  const sessions = await Promise.all(links.map((link) => world.login.redeem(link)))
  expect(sessions.findIndex((session) => session !== undefined)).toBe(2)
  expect(sessions.filter((session) => session !== undefined)).toHaveLength(5)
})

test('a restart logs nobody out, and logging out does so in every process', async () => {
  const session = await world.login.redeem(world.login.issue())
  const other = await openTuitbot(world.x, world.home)
  const app = createApp({ tuitbot: other, login: createLogin(other) })
  const headers = { host: HOST, cookie: `tuitbot_session_3001=${session}` }
  expect((await app.request('/api/status', { headers })).status).toBe(200)

  const out = await world.app.request('/api/logout', {
    method: 'POST',
    headers: { ...headers, origin: ORIGIN, 'x-tuitbot': '1' },
  })
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await app.request('/api/status', { headers })).status).toBe(401)
  expect((await world.app.request('/api/status', { headers })).status).toBe(401)
  await other.close()
})

test('nothing that opens a session lies in the database', async () => {
  const secret = world.login.issue()
  const session = await world.login.redeem(secret)
  for (const name of await readdir(world.home)) {
    const bytes = await readFile(`${world.home}/${name}`, 'latin1')
    expect(bytes.includes(String(session))).toBe(false)
    expect(bytes.includes(secret)).toBe(false)
  }
})

test('a fresh link is printed for whoever asks, but not again at once', async () => {
  const ask = () =>
    world.app.request('/login/link', {
      method: 'POST',
      headers: { host: HOST, origin: ORIGIN, 'x-tuitbot': '1' },
    })
  const first = await ask()
  expect(await first.json()).toEqual({ printed: true })
  expect((await ask()).status).toBe(409)
  expect(world.links).toHaveLength(1)
  expect((await open(`/login?token=${world.links[0]}`)).headers.get('location')).toBe('/')
})

test('whoever is logged in already keeps the link for later', async () => {
  const secret = world.login.issue()
  await world.ask(`/login?token=${secret}`)
  expect((await open(`/login?token=${secret}`)).headers.get('location')).toBe('/')
})

test('a login is told among what happened', async () => {
  const items = await (await world.ask('/api/activity')).json()
  expect(items).toContainEqual(expect.objectContaining({ text: 'a browser logged in' }))
})

async function open(path: string, cookie?: string): Promise<Response> {
  return world.app.request(path, {
    headers: { host: HOST, ...(cookie !== undefined && { cookie }) },
  })
}

/** A login whose time is moved by hand. */
function withClock({ tuitbot }: SmallWorld) {
  const time = { ms: Date.now() }
  const clock = { now: () => time.ms, elapsed: () => time.ms }
  const login = createLogin({ account: 'alice', ctx: { ...tuitbot.ctx, clock } })
  return { login, time }
}
