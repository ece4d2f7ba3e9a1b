import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { requestHash, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { writeBytes } from './fuzz/raw-http.js'
import { ask } from './x-client.js'

const start = () => startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })

test('every request is kept, with who sent it, what was answered and what it did', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken
  await ask(x, 'POST /2/tweets', { token, body: { text: 'a' } })
  await ask(x, 'POST /2/tweets', { token, body: { text: 'a' } })
  await ask(x, 'GET /2/users/me?user.fields=name')
  await ask(x, 'GET /nowhere')

  expect(x.truth.requests()).toMatchObject([
    {
      n: 1,
      method: 'POST',
      path: '/2/tweets',
      body: '{"text":"a"}',
      caller: '@alice',
      status: 201,
      applied: true,
      dollars: 0.015,
    },
    { n: 2, caller: '@alice', status: 403, applied: false, dollars: 0 },
    { n: 3, path: '/2/users/me?user.fields=name', caller: undefined, status: 401 },
    { n: 4, path: '/nowhere', status: 404 },
  ])
  expect(x.truth.effects()).toMatchObject([{ request: 1, kind: 'post.create', caller: '@alice' }])
})

test('sends are counted by the hash of method, path and body', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken
  const send = (text: string) => ask(x, 'POST /2/tweets', { token, body: { text } })
  await send('a')
  await send('a')
  await send('b')
  await ask(x, 'POST /2/lists', { token, body: { text: 'a' } })

  const hash = createHash('sha256').update('POST\n/2/tweets\n{"text":"a"}').digest('hex')
  expect(requestHash('POST', '/2/tweets', '{"text":"a"}')).toBe(hash)
  expect(x.truth.sends(hash)).toBe(2)
  expect([...x.truth.allSends().values()]).toEqual([2, 1, 1])
})

test('requests that differ in one byte anywhere are different sends', async () => {
  await using x = await start()
  const bodies = ['a', 'b'].map((end) => `${'x'.repeat(9000)}${end}`)
  for (const path of ['/2/tweets', '/2/tweets?a=1', '/2/tweets?a=2'])
    for (const body of bodies) await ask(x, `POST ${path}`, { body })
  for (const byte of [0xfe, 0xff])
    await fetch(`${x.url}/2/tweets`, { method: 'POST', body: new Uint8Array([byte]) })
  expect([...x.truth.allSends().values()]).toEqual(Array.from({ length: 8 }, () => 1))
  expect(x.truth.sends(requestHash('POST', '/2/tweets?a=2', bodies[1] ?? ''))).toBe(1)
  expect(x.truth.sends(requestHash('POST', '/2/tweets', new Uint8Array([0xff])))).toBe(1)
})

test('older requests are let go, but stay counted', async () => {
  await using x = await startSimulator({ keep: 10 })
  for (let index = 0; index < 30; index++) await ask(x, 'GET /2/users/me')
  expect(x.truth.requests().length).toBeLessThanOrEqual(11)
  expect(x.truth.requests().at(-1)?.n).toBe(30)
  expect(x.truth.sends(requestHash('GET', '/2/users/me', ''))).toBe(30)
})

test('what is asked of the truth is no part of it, nor is the page', async () => {
  await using x = await start()
  await ask(x, 'GET /truth')
  await ask(x, 'GET /')
  const summary = await ask(x, 'GET /truth')
  expect(summary.json).toMatchObject({
    now: '2026-09-01T09:00:00.000Z',
    requests: 0,
    effects: 0,
    dollars: 0,
  })
})

test('accounts, posts and time can be made over HTTP', async () => {
  await using x = await start()
  const zoe = await ask(x, 'POST /truth/accounts', { body: { username: 'zoe', name: 'Zoe' } })
  expect(x.account('zoe').id).toBe(zoe.at('id'))
  expect((await ask(x, 'POST /truth/accounts', { body: { username: 'Zoe' } })).status).toBe(409)
  const made = await ask(x, 'POST /truth/posts', { body: { username: 'zoe', text: 'hi @alice' } })
  expect(x.account('alice').mentions.at(-1)?.id).toBe(made.at('id'))
  const moved = await ask(x, 'POST /truth/clock', { body: { advanceMs: 60_000 } })
  expect(moved.at('now')).toBe('2026-09-01T09:01:00.000Z')
})

test('rules can be bent over HTTP', async () => {
  await using x = await start()
  const bent = await ask(x, 'POST /truth/rules', { body: { duplicates: 'allow' } })
  expect(bent.json).toEqual({ duplicates: 'allow', mediaProcessingMs: 3000 })
  const post = () =>
    ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body: { text: 'again' } })
  expect([(await post()).status, (await post()).status]).toEqual([201, 201])
})

test('the real clock cannot be moved', async () => {
  await using x = await startSimulator()
  expect((await ask(x, 'POST /truth/clock', { body: { advanceMs: 1 } })).status).toBe(409)
})

test('a page of another site can neither script it nor borrow its name', async () => {
  await using x = await start()
  const form = await ask(x, 'POST /truth/faults', { body: new URLSearchParams({ a: 'b' }) })
  expect(form.status).toBe(415)
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    request(`${x.url}/truth`, { headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.statusCode),
    ).end()
  })
  expect(status).toBe(403)
  expect(x.truth.requests()).toMatchObject([{ path: '/truth', status: 403 }])
})

const written = (token: string, body: string) =>
  `POST /2/tweets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('requests that are written in one go are each received and applied', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken
  const heard = await writeBytes(
    x.url,
    written(token, '{"text":"a"}') + written(token, '{"text":"b"}'),
  )
  expect(heard.match(/HTTP\/1.1 201/g)).toHaveLength(2)
  expect(x.truth.counts()).toEqual({ requests: 2, effects: 2 })
})

test('a request whose sender does not wait for the answer counts in full', async () => {
  await using x = await start()
  const socket = connect(Number(new URL(x.url).port), '127.0.0.1')
  socket.end(written(x.token('alice').accessToken, '{"text":"a"}'), () => socket.destroy())
  await expect.poll(() => x.truth.counts()).toEqual({ requests: 1, effects: 1 })
})

test('a request that breaks off is kept as such: no send, and no effect', async () => {
  await using x = await start()
  const body = '{"text":"broken off"}'
  await writeBytes(x.url, written(x.token('alice').accessToken, body).slice(0, -3))
  await expect
    .poll(() => x.truth.requests())
    .toMatchObject([{ body: body.slice(0, -3), whole: false, applied: false, status: undefined }])
  expect(x.truth.allSends().size).toBe(0)
})

test('who sent a request is known also where it never took effect', async () => {
  await using x = await start()
  x.fault(
    { fault: { kind: 'status', status: 503, when: 'before' } },
    { fault: { kind: 'status', status: 503, when: 'before' } },
  )
  await ask(x, 'POST /2/tweets', { token: x.token('bob').accessToken, body: { text: 'a' } })
  await ask(x, 'GET /2/usage/tweets', { token: x.appToken() })
  expect(x.truth.requests().map(({ caller }) => caller)).toEqual(['@bob', 'app'])
})

test('sends of older reads are let go, those of writes never', async () => {
  await using x = await startSimulator({ keep: 10 })
  await ask(x, 'POST /2/tweets', { body: { text: 'a' } })
  for (let index = 0; index < 30; index++) {
    await ask(x, 'GET /2/users/me')
    await ask(x, `GET /2/users/${index}`)
  }
  await ask(x, 'POST /2/tweets', { body: { text: 'a' } })
  expect(x.truth.sends(requestHash('POST', '/2/tweets', '{"text":"a"}'))).toBe(2)
  expect(x.truth.sends(requestHash('GET', '/2/users/29', ''))).toBe(1)
  expect(x.truth.sends(requestHash('GET', '/2/users/me', ''))).toBe(30)
  expect(x.truth.allSends().size).toBe(11)
  expect(x.truth.counts().requests).toBe(62)
})
