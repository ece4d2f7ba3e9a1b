import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admit, EgressError } from '../../src/x-api/egress-guard.js'
import { openDoor, startWorld, type World } from '../x-world.js'

let x: World
beforeAll(async () => {
  x = await startWorld()
  // Whoever connects is guarded.
  openDoor(x)
})
afterAll(() => x.close())

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a %s of anybody is refused, unsent',
  async (method) => {
    const before = x.truth.requests().length
    const { accessToken } = x.token('alice')
    const init = {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{"text":"past the gate"}',
    }
    const failure: unknown = await fetch(`${x.url}/2/tweets`, init).catch((error: unknown) => error)
    expect(failure).toHaveProperty('cause', expect.any(EgressError))
    expect(x.truth.requests()).toHaveLength(before)
  },
)

test('what goes through node:http instead is refused too', async () => {
  const effects = x.truth.effects().length
  const { accessToken } = x.token('alice')
  const failure = await new Promise((resolve) => {
    const call = httpRequest(`${x.url}/2/tweets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    })
    call.on('error', resolve).on('response', resolve)
    call.end('{"text":"past the gate"}')
  })
  expect(failure).toBeInstanceOf(EgressError)
  expect(x.truth.effects()).toHaveLength(effects)
})

test.each(['https://api.x.com/2/tweets', 'https://upload.twitter.com/1.1/media/upload.json'])(
  'X itself is guarded: %s',
  async (url) => {
    const failure: unknown = await fetch(url, { method: 'POST' }).catch((error: unknown) => error)
    expect(failure).toHaveProperty('cause', expect.any(EgressError))
  },
)

test('reads need no leave', async () => {
  expect((await fetch(`${x.url}/2/users/me`)).status).toBe(401)
})

test('one leave lets one request out', async () => {
  const url = new URL('/2/oauth2/revoke', x.url)
  admit('POST', url)
  const answers = await Promise.allSettled([
    fetch(url, { method: 'POST' }),
    fetch(url, { method: 'POST' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a leave that was taken back lets nothing out', async () => {
  const url = new URL('/2/oauth2/revoke', x.url)
  const passage = admit('POST', url)
  passage.withdraw()
  await expect(fetch(url, { method: 'POST' })).rejects.toHaveProperty('cause.name', 'EgressError')
  expect(passage.left()).toBe(false)
})

test('a leave is for one method and one address', async () => {
  const passage = admit('POST', new URL('/2/lists', x.url))
  await expect(fetch(`${x.url}/2/tweets`, { method: 'POST' })).rejects.toThrow('fetch failed')
  await expect(fetch(`${x.url}/2/lists`, { method: 'PUT' })).rejects.toThrow('fetch failed')
  await expect(fetch(`${x.url}/2/lists?a=b`, { method: 'POST' })).rejects.toThrow('fetch failed')
  passage.withdraw()
})
