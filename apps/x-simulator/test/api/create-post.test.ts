import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const start = (options: Parameters<typeof startSimulator>[0] = {}) =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), ...options })

const create = (x: RunningSimulator, body: unknown, who = 'alice') =>
  ask(x, 'POST /2/tweets', { token: x.token(who).accessToken, body })

test('the same text again is refused for a day, without the id of the first', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await start({ clock })
  const first = await create(x, { text: 'once  only' })

  const again = await create(x, { text: 'once only' })
  expect(again.status).toBe(403)
  expect(again.json).toEqual({
    title: 'Forbidden',
    detail: 'You are not allowed to create a Tweet with duplicate content.',
    type: 'about:blank',
    status: 403,
  })
  expect(again.text).not.toContain(first.textAt('data.id'))

  await ask(x, `DELETE /2/tweets/${first.textAt('data.id')}`, {
    token: x.token('alice').accessToken,
  })
  expect((await create(x, { text: 'once only' })).status).toBe(403)
  expect((await create(x, { text: 'once only' }, 'bob')).status).toBe(201)
  clock.advance(24 * 60 * 60 * 1000 - 1)
  expect((await create(x, { text: 'once only' })).status).toBe(403)
  clock.advance(1)
  expect((await create(x, { text: 'once only' })).status).toBe(201)
})

test('what makes a post another one: whom it answers, what it quotes, what it shows', async () => {
  await using x = await start({ access: 'enterprise' })
  const [one, two] = [x.post('bob', { text: 'one' }), x.post('bob', { text: 'two' })]
  const gif = { media: 'R0lGODlhAQABAAAAACw=', media_category: 'tweet_image' }
  const token = x.token('alice').accessToken
  const upload = async () =>
    (await ask(x, 'POST /2/media/upload', { token, body: gif })).textAt('data.id')
  const bodies = [
    { text: 'r\u00e9p\u00e9t\u00e9' },
    { text: 'r\u00e9p\u00e9t\u00e9', reply: { in_reply_to_tweet_id: one.id } },
    { text: 'r\u00e9p\u00e9t\u00e9', reply: { in_reply_to_tweet_id: two.id } },
    { text: 'r\u00e9p\u00e9t\u00e9', quote_tweet_id: one.id },
    { text: 'r\u00e9p\u00e9t\u00e9', quote_tweet_id: two.id },
    { text: 'r\u00e9p\u00e9t\u00e9', media: { media_ids: [await upload()] } },
    { text: 'r\u00e9p\u00e9t\u00e9', media: { media_ids: [await upload()] } },
  ]
  for (const body of bodies) expect((await create(x, body)).status).toBe(201)
  for (const body of bodies) {
    const decomposed = { ...body, text: `${body.text.normalize('NFD')} ` }
    expect((await create(x, decomposed)).status).toBe(403)
  }
})

test('repetition is let through where the rule is off', async () => {
  await using x = await start({ rules: { duplicates: 'allow' } })
  await create(x, { text: 'twice' })
  expect((await create(x, { text: 'twice' })).status).toBe(201)
})

test('on self-serve access a reply needs a mention or a quote by the author of its target', async () => {
  await using x = await start()
  const plain = x.post('bob', { text: 'nothing to do with you' })
  const called = x.post('bob', { text: 'what do you think, @alice?' })
  const own = x.post('alice', { text: 'mine' })
  const quoted = x.post('bob', { text: 'see', quoteOf: own })
  const comment = x.post('bob', { text: 'nice', replyTo: own })
  const reply = (id: string) =>
    create(x, { text: `answer ${id}`, reply: { in_reply_to_tweet_id: id } })

  const refused = await reply(plain.id)
  expect(refused.status).toBe(403)
  expect(refused.textAt('detail')).toContain('not permitted to perform this action')
  expect((await reply(called.id)).status).toBe(201)
  expect((await reply(quoted.id)).status).toBe(201)
  expect((await reply(own.id)).status).toBe(201)
  // The mention that X itself writes in front of a reply is not a call.
  expect(comment.text).toBe('@alice nice')
  expect((await reply(comment.id)).status).toBe(403)
})

test('on enterprise access strangers can be answered and quoted', async () => {
  await using x = await start({ access: 'enterprise' })
  const plain = x.post('bob', { text: 'hello all' })
  const answered = await create(x, { text: 'hi', reply: { in_reply_to_tweet_id: plain.id } })
  expect(answered.at('data.text')).toBe('@bob hi')
  expect((await create(x, { text: 'look', quote_tweet_id: plain.id })).status).toBe(201)
})

test('on self-serve access quotes and a second cashtag are refused', async () => {
  await using x = await start()
  const post = x.post('bob', { text: 'hello' })
  expect((await create(x, { text: 'look', quote_tweet_id: post.id })).status).toBe(403)
  expect((await create(x, { text: 'buy $AAA' })).status).toBe(201)
  expect((await create(x, { text: 'buy $AAA and $BBB' })).status).toBe(403)
})

test('a text may weigh 280, or 25,000 on a Premium account', async () => {
  await using x = await start()
  const long = (length: number) => ({ text: 'a'.repeat(length) })
  expect((await create(x, long(280), 'bob')).status).toBe(201)
  const over = await create(x, long(281), 'bob')
  expect(over.status).toBe(403)
  expect(over.textAt('detail')).toContain('too long')
  expect((await create(x, long(281), 'carol')).status).toBe(201)
  expect((await create(x, long(25_001), 'carol')).status).toBe(403)
})

test('links are wrapped, and the same link always in the same way', async () => {
  await using x = await start()
  const first = await create(x, { text: 'read https://example.com/a?b=c#d, now' })
  expect(first.textAt('data.text')).toMatch(/^read https:\/\/t\.co\/[A-Za-z0-9]{10}, now$/)
  const again = await create(x, { text: 'https://example.com/a?b=c#d' })
  expect(first.textAt('data.text')).toContain(again.textAt('data.text'))
  const id = first.textAt('data.id')
  const read = await ask(x, `GET /2/tweets/${id}?post.fields=entities`, { token: x.appToken() })
  expect(read.at('data.entities.urls.0')).toEqual({
    start: 5,
    end: 28,
    url: first.textAt('data.text').slice(5, 28),
    expanded_url: 'https://example.com/a?b=c#d',
    display_url: 'example.com/a?b=c#d',
  })
})

test.each([
  ['an unknown field', { text: 'a', shout: true }],
  ['no text and no media', {}],
  ['blank text', { text: '  \n ' }],
  ['text that is not text', { text: 7 }],
  ['a lone surrogate', '{"text":"\\ud800"}'],
  ['a poll of one option', { text: 'a', poll: { options: ['x'], duration_minutes: 10 } }],
  ['a poll of four minutes', { text: 'a', poll: { options: ['x', 'y'], duration_minutes: 4 } }],
  [
    'poll and media',
    { text: 'a', poll: { options: ['x', 'y'], duration_minutes: 5 }, media: { media_ids: ['1'] } },
  ],
  ['media that is not there', { text: 'a', media: { media_ids: ['1'] } }],
  ['five media', { text: 'a', media: { media_ids: ['1', '2', '3', '4', '5'] } }],
  ['a reply without its target', { text: 'a', reply: {} }],
  ['unknown reply settings', { text: 'a', reply_settings: 'friends' }],
  ['an unknown place', { text: 'a', geo: { place_id: 'nowhere' } }],
  ['an array', [{ text: 'a' }]],
  ['no JSON', '{"text":'],
  ['null', 'null'],
])('%s is refused with 400 and has no effect', async (_, body) => {
  await using x = await start()
  const heard = await create(x, body)
  expect(heard.status).toBe(400)
  expect(heard.headers.get('content-type')).toContain('application/problem+json')
  expect(x.truth.effects()).toEqual([])
})

test('a Premium account edits its post within the hour, and the old one is gone', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await start({ clock })
  const made = await create(x, { text: 'tpyo' }, 'carol')
  const id = made.textAt('data.id')

  const edited = await create(x, { text: 'typo', edit_options: { previous_post_id: id } }, 'carol')
  expect(edited.at('data.edit_history_post_ids')).toEqual([id, edited.textAt('data.id')])
  const old = await ask(x, `GET /2/tweets/${id}`, { token: x.appToken() })
  expect(old.at('errors.0.title')).toBe('Not Found Error')
  expect(x.truth.effects().map(({ detail }) => detail['edits'])).toEqual([undefined, id])
  const back = { text: 'tpyo', edit_options: { previous_post_id: edited.textAt('data.id') } }
  const restored = await create(x, back, 'carol')
  expect(restored.status).toBe(201)

  clock.advance(61 * 60 * 1000)
  const late = { text: 'late', edit_options: { previous_post_id: restored.textAt('data.id') } }
  expect((await create(x, late, 'carol')).status).toBe(403)
  const { id: plain } = x.post('alice', { text: 'plain' })
  const edit = { text: 'plainer', edit_options: { previous_post_id: plain } }
  expect((await create(x, edit)).status).toBe(403)
})

test('of the same post sent many times at once, one is made', async () => {
  await using x = await start()
  const heard = await Promise.all(Array.from({ length: 8 }, () => create(x, { text: 'at once' })))
  expect(heard.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(heard.filter(({ status }) => status === 403)).toHaveLength(7)
  expect(x.truth.effects()).toHaveLength(1)
})

test('no two things have the same id, and younger ones have higher ids', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await start({ clock, world: 'empty' })
  const ids = Array.from({ length: 20_000 }, (_, index) => {
    if (index % 9000 === 0) clock.advance(1)
    return BigInt(x.world.nextId(clock.now()))
  })
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0n))).toBe(true)
})

test('an id tells when its post was made', async () => {
  await using x = await start()
  const made = await create(x, { text: 'when' })
  const time = Number((BigInt(made.textAt('data.id')) >> 22n) + 1_288_834_974_657n)
  expect(new Date(time).toISOString()).toBe('2026-09-01T09:00:00.000Z')
})

test('a suspended account cannot post', async () => {
  await using x = await start()
  x.account('alice').suspended = true
  expect((await create(x, { text: 'hello?' })).status).toBe(403)
})
