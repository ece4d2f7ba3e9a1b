import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

function start(options: Parameters<typeof startSimulator>[0] = {}) {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  return { clock, starting: startSimulator({ clock, ...options }) }
}

test('every answer says what is left, per user and for the day', async () => {
  const { starting } = start()
  await using x = await starting
  const heard = await ask(x, 'POST /2/tweets', {
    token: x.token('alice').accessToken,
    body: { text: 'a' },
  })
  const reset = String(Date.parse('2026-09-01T09:15:00Z') / 1000)
  expect(
    Object.fromEntries([...heard.headers].filter(([name]) => name.includes('-limit'))),
  ).toEqual({
    'x-rate-limit-limit': '100',
    'x-rate-limit-remaining': '99',
    'x-rate-limit-reset': reset,
    'x-app-limit-24hour-limit': '10000',
    'x-app-limit-24hour-remaining': '9999',
    'x-app-limit-24hour-reset': String(Date.parse('2026-09-02T09:00:00Z') / 1000),
    'x-user-limit-24hour-limit': '10000',
    'x-user-limit-24hour-remaining': '9999',
    'x-user-limit-24hour-reset': String(Date.parse('2026-09-02T09:00:00Z') / 1000),
  })
})

test('a window that is used up answers 429 in the old shape until it ends, to that user alone', async () => {
  const { clock, starting } = start()
  await using x = await starting
  x.limits.override('GET /2/users/me', { user: 2 })
  const ask2 = async (who: string) =>
    (await ask(x, 'GET /2/users/me', { token: x.token(who).accessToken })).status

  expect([await ask2('alice'), await ask2('alice'), await ask2('alice')]).toEqual([200, 200, 429])
  expect(await ask2('bob')).toBe(200)
  const refused = await ask(x, 'GET /2/users/me', { token: x.token('alice').accessToken })
  expect(refused.json).toEqual({ errors: [{ code: 88, message: 'Rate limit exceeded' }] })
  expect(refused.headers.get('x-rate-limit-remaining')).toBe('0')
  expect(refused.headers.get('retry-after')).toBeNull()
  clock.advance(15 * 60 * 1000 - 1)
  expect(await ask2('alice')).toBe(429)
  clock.advance(1)
  expect(await ask2('alice')).toBe(200)
})

test('a call that is refused takes nothing from the day', async () => {
  const { starting } = start()
  await using x = await starting
  x.limits.override('GET /2/users/me', { user: 1, userDay: 5 })
  const token = x.token('alice').accessToken
  const heard = []
  for (let index = 0; index < 3; index++) {
    const { status, headers } = await ask(x, 'GET /2/users/me', { token })
    heard.push([status, headers.get('x-user-limit-24hour-remaining')])
  }
  expect(heard).toEqual([
    [200, '4'],
    [429, '4'],
    [429, '4'],
  ])
})

test('an app has windows of its own', async () => {
  const { starting } = start()
  await using x = await starting
  const look = (token: string) => ask(x, `GET /2/users/${x.account('bob').id}`, { token })
  expect((await look(x.appToken())).headers.get('x-rate-limit-limit')).toBe('300')
  expect((await look(x.token('alice').accessToken)).headers.get('x-rate-limit-limit')).toBe('900')
})

test('the app’s day is shared by its users, and a full one answers with a problem', async () => {
  const { starting } = start()
  await using x = await starting
  x.limits.override('POST /2/tweets', { user: 100, appDay: 2 })
  const post = (who: string, text: string) =>
    ask(x, 'POST /2/tweets', { token: x.token(who).accessToken, body: { text } })
  await post('alice', 'a')
  await post('bob', 'b')
  const third = await post('carol', 'c')
  expect(third.status).toBe(429)
  expect(third.at('title')).toBe('Too Many Requests')
  expect(third.headers.get('x-app-limit-24hour-remaining')).toBe('0')
})

test.each([
  ['plain', { text: 'no link' }, 0.015],
  ['with a link', { text: 'see https://example.com' }, 0.2],
  ['with a bare domain', { text: 'see example.com now' }, 0.2],
])('a post %s costs its price', async (_, body, dollars) => {
  const { starting } = start()
  await using x = await starting
  await ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body })
  expect(x.meter.total()).toBe(dollars)
})

test('a summoned reply costs less', async () => {
  const { starting } = start()
  await using x = await starting
  const call = x.post('bob', { text: 'hey @alice' })
  const body = { text: 'yes?', reply: { in_reply_to_tweet_id: call.id } }
  await ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body })
  expect(x.meter.total()).toBe(0.01)
})

test('reads cost by the object, expanded ones too, and each object once a UTC day', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const first = x.post('bob', { text: 'one' })
  const second = x.post('bob', { text: 'two' })
  const read = () =>
    ask(x, `GET /2/tweets?ids=${first.id},${second.id}&expansions=author_id`, {
      token: x.appToken(),
    })
  await read()
  expect(x.meter.total()).toBe(0.02)
  await read()
  expect(x.meter.total()).toBe(0.02)
  clock.set('2026-09-02T00:00:00Z')
  await read()
  expect(x.meter.total()).toBe(0.04)
})

test('the owner of the app reads own data at a tenth or less', async () => {
  const { starting } = start()
  await using x = await starting
  const count = x.account('alice').mentions.slice(-5).length
  await ask(x, `GET /2/users/${x.account('alice').id}/mentions?max_results=5`, {
    token: x.token('alice').accessToken,
  })
  expect(x.meter.total()).toBeCloseTo(count * 0.001, 6)
  await ask(x, `GET /2/users/${x.account('bob').id}/tweets?max_results=5`, {
    token: x.token('bob').accessToken,
  })
  const posts = x
    .account('bob')
    .posts.slice(-5)
    .filter((post) => !x.account('alice').mentions.slice(-5).includes(post))
  expect(x.meter.total()).toBeCloseTo(count * 0.001 + posts.length * 0.005, 6)
})

test('failed calls are free', async () => {
  const { starting } = start()
  await using x = await starting
  await ask(x, 'GET /2/tweets/1', { token: x.appToken() })
  await ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body: {} })
  expect(x.meter.total()).toBe(0)
})

test('without credits calls are blocked with 402, and with new ones they go on', async () => {
  const { starting } = start({ credits: 0.01 })
  await using x = await starting
  const post = (text: string) =>
    ask(x, 'POST /2/tweets', { token: x.token('alice').accessToken, body: { text } })
  expect((await post('the last')).status).toBe(201)
  const blocked = await post('one more')
  expect(blocked.status).toBe(402)
  expect(blocked.at('title')).toBe('CreditsDepleted')
  x.demoApp.credits = 5
  expect((await post('one more')).status).toBe(201)
})

test('beyond the cap of posts, reads answer usage-capped', async () => {
  const { starting } = start({ postCap: 1 })
  await using x = await starting
  const { id } = x.post('bob', { text: 'one' })
  await ask(x, `GET /2/tweets/${id}`, { token: x.appToken() })
  const capped = await ask(x, `GET /2/tweets/${id}`, { token: x.appToken() })
  expect(capped.status).toBe(429)
  expect(capped.textAt('type')).toContain('usage-capped')
  const usage = await ask(x, 'GET /2/usage/tweets?usage.fields=project_usage,project_cap', {
    token: x.appToken(),
  })
  expect(usage.json).toEqual({ data: { project_usage: '1', project_cap: '1' } })
})

test('the cap is a month’s, and the next month starts anew', async () => {
  const { clock, starting } = start({ postCap: 1 })
  await using x = await starting
  const { id } = x.post('bob', { text: 'one' })
  const read = async () => (await ask(x, `GET /2/tweets/${id}`, { token: x.appToken() })).status
  expect([await read(), await read()]).toEqual([200, 429])
  clock.set('2026-09-30T23:59:00Z')
  expect(await read()).toBe(429)
  clock.set('2026-10-01T00:00:00Z')
  const usage = await ask(x, 'GET /2/usage/tweets', { token: x.appToken() })
  expect(usage.at('data.project_usage')).toBe('0')
  expect(await read()).toBe(200)
})

test.each([
  ['self-serve', 403, 'client-not-enrolled'],
  ['enterprise', 200, undefined],
] as const)('on %s access likes and follows answer %i', async (access, status, reason) => {
  const { starting } = start({ access })
  await using x = await starting
  const token = x.token('alice').accessToken
  const me = x.account('alice').id
  const { id, authorId } = x.post('bob', { text: 'like me' })
  const heard = [
    await ask(x, `POST /2/users/${me}/likes`, { token, body: { tweet_id: id } }),
    await ask(x, `DELETE /2/users/${me}/likes/${id}`, { token }),
    await ask(x, `POST /2/users/${me}/following`, { token, body: { target_user_id: authorId } }),
    await ask(x, `DELETE /2/users/${me}/following/${authorId}`, { token }),
  ]
  expect(heard.map((one) => one.status)).toEqual([status, status, status, status])
  expect(heard[0]?.at('reason')).toBe(reason)
  expect(
    (await ask(x, `POST /2/users/${me}/retweets`, { token, body: { tweet_id: id } })).status,
  ).toBe(200)
})

test('an app that is not enrolled can do nothing', async () => {
  const { starting } = start({ access: 'not-enrolled' })
  await using x = await starting
  const heard = await ask(x, 'GET /2/users/me', { token: x.token('alice').accessToken })
  expect(heard.json).toMatchObject({
    required_enrollment: 'Pay-per-use',
    reason: 'client-not-enrolled',
  })
})
