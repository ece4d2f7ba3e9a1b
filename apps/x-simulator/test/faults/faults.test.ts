import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  type Fault,
  requestHash,
  type RunningSimulator,
  startSimulator,
  virtualClock,
} from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const start = (seed = 1) => startSimulator({ seed, clock: virtualClock('2026-09-01T09:00:00Z') })

const post = (x: RunningSimulator, text = 'hello') =>
  ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body: { text } })

const outcome = (x: RunningSimulator, text = 'hello') =>
  post(x, text).then(
    ({ status }) => status,
    (error: unknown) =>
      error instanceof Error && error.cause instanceof Error ? error.cause.message : 'lost',
  )

const created = (x: RunningSimulator) =>
  x.truth.effects().filter(({ kind }) => kind === 'post.create')

test.each<[string, Fault, unknown, number]>([
  ['dropped before', { kind: 'drop', when: 'before' }, 'other side closed', 0],
  ['dropped after', { kind: 'drop', when: 'after' }, 'other side closed', 1],
  ['reset before', { kind: 'reset', when: 'before' }, 'read ECONNRESET', 0],
  ['reset after', { kind: 'reset', when: 'after' }, 'read ECONNRESET', 1],
  [
    'hung up after a while, before',
    { kind: 'hang', when: 'before', ms: 20 },
    'other side closed',
    0,
  ],
  ['hung up after a while, after', { kind: 'hang', when: 'after', ms: 20 }, 'other side closed', 1],
  ['answered 503 before', { kind: 'status', status: 503, when: 'before' }, 503, 0],
  ['answered 503 after', { kind: 'status', status: 503, when: 'after' }, 503, 1],
  ['answered 429 before', { kind: 'status', status: 429, when: 'before' }, 429, 0],
  ['answered with nonsense before', { kind: 'bad-body', body: 'html', when: 'before' }, 200, 0],
  ['answered with nonsense after', { kind: 'bad-body', body: 'html', when: 'after' }, 201, 1],
])('a request that is %s had this effect', async (_, fault, heard, effects) => {
  await using x = await start()
  x.fault({ method: 'POST', path: '/2/tweets', fault })

  expect(await outcome(x)).toBe(heard)
  expect(created(x)).toHaveLength(effects)
  expect(x.truth.requests().at(-1)).toMatchObject({
    fault: fault.kind,
    applied: effects === 1,
    status: typeof heard === 'number' ? heard : undefined,
  })
  x.rules.duplicates = 'allow'
  expect(await outcome(x)).toBe(201)
})

test('a connection is cut also for a request that waits behind another', async () => {
  await using x = await start()
  x.fault({ fault: { kind: 'hang', when: 'after' } }, { fault: { kind: 'drop', when: 'after' } })
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${x.token('alice').accessToken}`
  const request = (body: string) =>
    `POST /2/tweets HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = connect(Number(new URL(x.url).port), '127.0.0.1')
  socket.write(request('{"text":"a"}') + request('{"text":"b"}'))
  await once(socket.resume(), 'close')
  expect(created(x)).toHaveLength(2)
})

test('a request that hangs for ever ends with the simulator', async () => {
  const x = await start()
  x.fault({ fault: { kind: 'hang', when: 'after' } })
  const hanging = outcome(x)
  while (created(x).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await x.close()
  expect(await hanging).toBe('other side closed')
})

test('a late request takes effect after its time, whatever was answered', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock })
  x.fault({ fault: { kind: 'late', ms: 120, answer: 503 } })

  expect(await outcome(x)).toBe(503)
  clock.advance(119)
  expect(created(x)).toHaveLength(0)
  clock.advance(1)
  expect(created(x)).toMatchObject([{ request: 1, at: Date.parse('2026-09-01T09:00:00.120Z') }])
})

test.each<['drop' | 'reset' | 'hang', string]>([
  ['drop', 'other side closed'],
  ['reset', 'read ECONNRESET'],
])('a late request whose connection is cut by a %s takes effect once', async (answer, heard) => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock, rules: { duplicates: 'allow' } })
  x.fault({ fault: { kind: 'late', ms: 60_000, answer } })
  expect(await outcome(x)).toBe(heard)
  clock.advance(10 * 60_000)
  expect(created(x)).toHaveLength(1)
})

test('a late request that hangs takes effect while it hangs', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  const x = await startSimulator({ clock })
  x.fault({ fault: { kind: 'late', ms: 60_000, answer: 'hang' } })
  let answered = false
  const hanging = outcome(x).finally(() => (answered = true))
  await expect.poll(() => x.truth.counts().requests).toBe(1)
  clock.advance(60_000)
  expect(created(x)).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(answered).toBe(false)
  await x.close()
  await hanging
})

test('a lagging read does not see the last moments, and then it does', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock })
  const token = x.token('alice').accessToken
  const old = x.post('alice', { text: 'old' })
  clock.advance(5000)
  const made = await post(x, 'new')
  await ask(x, `DELETE /2/tweets/${old.id}`, { token })
  clock.advance(1000)
  const timeline = async () => {
    const heard = await ask(x, `GET /2/users/${x.account('alice').id}/tweets?max_results=5`, {
      token,
    })
    return [heard.at('data.0.id'), heard.text.includes(old.id)]
  }
  x.fault({ method: 'GET', fault: { kind: 'lag', ms: 2000 } })

  expect(await timeline()).toEqual([old.id, true])
  expect(await timeline()).toEqual([made.at('data.id'), false])
})

test('a write does not lag, and leaves the lag to the next read', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken
  const { id } = x.post('bob', { text: 'just now, @alice' })
  x.fault({ fault: { kind: 'lag', ms: 1000 } })
  const body = { text: 'seen', reply: { in_reply_to_tweet_id: id } }
  expect((await ask(x, 'POST /2/tweets', { token, body })).status).toBe(201)
  expect((await ask(x, `GET /2/tweets/${id}`, { token })).at('data')).toBeUndefined()
  expect((await ask(x, `GET /2/tweets/${id}`, { token })).at('data.id')).toBe(id)
})

test('a slow answer comes in pieces, and whole', async () => {
  await using x = await start()
  x.fault({ fault: { kind: 'slow', ms: 80 } })
  const started = performance.now()
  const heard = await post(x)
  expect(heard.at('data.text')).toBe('hello')
  expect(created(x)).toHaveLength(1)
  expect(performance.now() - started).toBeGreaterThan(60)
})

test.each(['truncated', 'html', 'empty', 'not-json', 'wrong-shape', 'not-utf8'] as const)(
  'a body can be %s',
  async (body) => {
    await using x = await start()
    x.fault({ fault: { kind: 'bad-body', when: 'after', body } })
    const heard = await post(x)
    expect(heard.status).toBe(201)
    expect(heard.at('data.id')).toBeUndefined()
  },
)

test('a scripted 429 says when the window ends, in either shape', async () => {
  await using x = await start()
  x.fault(
    { fault: { kind: 'status', status: 429, when: 'before', resetSeconds: 60 } },
    { fault: { kind: 'status', status: 429, when: 'before', shape: 'legacy' } },
  )
  const problem = await post(x)
  expect(problem.headers.get('x-rate-limit-reset')).toBe(
    String(Date.parse('2026-09-01T09:01:00Z') / 1000),
  )
  expect(problem.headers.get('x-rate-limit-remaining')).toBe('0')
  expect(problem.headers.get('retry-after')).toBeNull()
  expect(problem.at('title')).toBe('Too Many Requests')
  expect((await post(x)).json).toEqual({ errors: [{ code: 88, message: 'Rate limit exceeded' }] })
})

test('a rule meets the requests it names, after those it skips, as often as it says', async () => {
  await using x = await start()
  const fault: Fault = { kind: 'status', status: 503, when: 'before' }
  x.fault({
    method: 'POST',
    path: '/2/users/*/bookmarks',
    account: 'bob',
    skip: 1,
    times: 2,
    fault,
  })
  const { id } = x.post('carol', { text: 'keep me' })
  const bookmark = async (who: string) => {
    const path = `POST /2/users/${x.account(who).id}/bookmarks`
    return (await ask(x, path, { token: x.token(who).accessToken, body: { tweet_id: id } })).status
  }
  const heard = []
  for (const who of ['alice', 'bob', 'bob', 'alice', 'bob', 'bob']) heard.push(await bookmark(who))
  expect(heard).toEqual([200, 200, 503, 200, 503, 200])
})

test('chance is the same for the same seed, and another for another', async () => {
  const draw = async (seed: number) => {
    await using x = await start(seed)
    x.fault({ probability: 0.5, fault: { kind: 'status', status: 503, when: 'before' } })
    const heard = []
    for (let index = 0; index < 30; index++) heard.push((await ask(x, 'GET /2/users/me')).status)
    return heard.join(' ')
  }
  const first = await draw(1)
  expect(await draw(1)).toBe(first)
  expect(await draw(2)).not.toBe(first)
  expect(new Set(first.split(' '))).toEqual(new Set(['401', '503']))
  expect(first.match(/503/g)?.length).toBeGreaterThan(5)
})

test('what was scripted can be taken back, all of it', async () => {
  await using x = await start()
  const fault: Fault = { kind: 'status', status: 503, when: 'before' }
  x.fault({ fault, times: 9 }, { fault, times: 9 })
  expect((await ask(x, 'GET /2/users/me')).status).toBe(503)
  await ask(x, 'DELETE /truth/faults')
  expect((await ask(x, 'GET /2/users/me')).status).toBe(401)
})

test('another process scripts faults, gets tokens and reads the truth over HTTP', async () => {
  await using x = await start()
  const code = `
    const call = async (method, path, body, headers) => {
      const response = await fetch(process.argv[1] + path, { method, headers: { 'content-type': 'application/json', ...headers }, ...(body && { body: JSON.stringify(body) }) })
      return response.json()
    }
    const { accessToken } = await call('POST', '/truth/tokens', { username: 'bob' })
    await call('POST', '/truth/faults', [{ method: 'POST', path: '/2/tweets', fault: { kind: 'drop', when: 'after' } }])
    const lost = await call('POST', '/2/tweets', { text: 'from afar' }, { authorization: 'Bearer ' + accessToken }).catch(() => 'lost')
    const sends = await call('GET', '/truth/sends')
    const effects = await call('GET', '/truth/effects')
    process.send({ lost, sends, effects })
  `
  const child = fork('/dev/null', { execArgv: ['--input-type=module', '-e', code, x.url] })
  const [told] = (await once(child, 'message')) as [
    { lost: string; sends: Record<string, number>; effects: unknown[] },
  ]

  expect(told.lost).toBe('lost')
  expect(told.sends).toEqual({ [requestHash('POST', '/2/tweets', '{"text":"from afar"}')]: 1 })
  expect(told.effects).toMatchObject([{ kind: 'post.create', caller: '@bob' }])
})

test.each([
  ['no rule', '{}'],
  ['an unknown kind', '{"fault":{"kind":"explode","when":"before"}}'],
  ['an unknown moment', '{"fault":{"kind":"drop","when":"during"}}'],
  ['a probability of two', '{"probability":2,"fault":{"kind":"slow","ms":1}}'],
  ['a negative time', '{"fault":{"kind":"slow","ms":-1}}'],
  ['an inherited kind', '{"fault":{"kind":"constructor"}}'],
])('%s is refused as a fault', async (_, body) => {
  await using x = await start()
  expect((await ask(x, 'POST /truth/faults', { body })).status).toBe(400)
  expect(x.faults.list()).toEqual([])
})
