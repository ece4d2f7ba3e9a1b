import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from './x-client.js'

const start = () =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), access: 'enterprise' })

// In this order, each sent twice: what the first send does, and what the second one adds.
const writes: ReadonlyArray<readonly [line: string, body: unknown, first: string, second: string]> =
  [
    ['POST /2/tweets', { text: 'once' }, 'post.create', ''],
    ['PUT /2/tweets/{reply}/hidden', { hidden: true }, 'reply.hide', ''],
    ['PUT /2/tweets/{reply}/hidden', { hidden: false }, 'reply.unhide', ''],
    ['POST {me}/likes', { tweet_id: '{post}' }, 'like.create', ''],
    ['DELETE {me}/likes/{post}', undefined, 'like.delete', ''],
    ['POST {me}/retweets', { tweet_id: '{post}' }, 'repost.create', ''],
    ['DELETE {me}/retweets/{post}', undefined, 'repost.delete', ''],
    ['POST {me}/following', { target_user_id: '{zoe}' }, 'follow.create', ''],
    ['DELETE {me}/following/{zoe}', undefined, 'follow.delete', ''],
    ['POST {me}/muting', { target_user_id: '{zoe}' }, 'mute.create', ''],
    ['DELETE {me}/muting/{zoe}', undefined, 'mute.delete', ''],
    ['POST {me}/bookmarks', { tweet_id: '{post}' }, 'bookmark.create', ''],
    ['DELETE {me}/bookmarks/{post}', undefined, 'bookmark.delete', ''],
    [
      'POST {me}/bookmarks/folders',
      { name: 'f' },
      'bookmark-folder.create',
      'bookmark-folder.create',
    ],
    ['POST /2/lists', { name: 'l' }, 'list.create', 'list.create'],
    ['PUT /2/lists/{list}', { name: 'm' }, 'list.update', 'list.update'],
    ['POST /2/lists/{list}/members', { user_id: '{zoe}' }, 'list-member.create', ''],
    ['DELETE /2/lists/{list}/members/{zoe}', undefined, 'list-member.delete', ''],
    ['POST {me}/followed_lists', { list_id: '{list}' }, 'list-follow.create', ''],
    ['DELETE {me}/followed_lists/{list}', undefined, 'list-follow.delete', ''],
    ['POST {me}/pinned_lists', { list_id: '{list}' }, 'list-pin.create', ''],
    ['DELETE {me}/pinned_lists/{list}', undefined, 'list-pin.delete', ''],
    ['DELETE /2/lists/{list}', undefined, 'list.delete', ''],
    ['POST /2/dm_conversations/with/{zoe}/messages', { text: 'hi' }, 'dm.create', 'dm.create'],
    ['POST /2/users/{zoe}/dm/block', {}, 'dm-block.create', ''],
    ['DELETE /2/tweets/{own}', undefined, 'post.delete', ''],
  ]

test('every write has its effect, and what is already so has none', async () => {
  await using x = await start()
  const send = sender(x)
  const kindsOf = async (line: string, body: unknown) => {
    const known = x.truth.effects().length
    await send(line, body)
    return x.truth
      .effects()
      .slice(known)
      .map(({ kind }) => kind)
      .join(' ')
  }

  const seen = []
  for (const [line, body] of writes)
    seen.push([line, body, await kindsOf(line, body), await kindsOf(line, body)])

  expect(seen).toEqual(writes)
  const makers = new Set(x.truth.effects().map(({ request }) => request))
  for (const { n, applied } of x.truth.requests()) expect(applied).toBe(makers.has(n))
})

test('a deleted message and an opened door are effects too, once', async () => {
  await using x = await start()
  const send = sender(x)
  const { at } = await send('POST /2/dm_conversations/with/{zoe}/messages', { text: 'hi' })
  await send('POST /2/users/{zoe}/dm/block', {})
  for (let time = 0; time < 2; time++) {
    await send(`DELETE /2/dm_events/${String(at('data.dm_event_id'))}`)
    await send('POST /2/users/{zoe}/dm/unblock', {})
  }
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual([
    'dm.create',
    'dm-block.create',
    'dm.delete',
    'dm-block.delete',
  ])
})

test('an effect names the request that made it, and what the caller was told', async () => {
  await using x = await start()
  const send = sender(x)
  await send('POST /2/tweets', { text: '' })
  const made = await send('POST /2/tweets', {
    text: 'see example.com',
    reply: { in_reply_to_tweet_id: '{post}' },
  })

  const [effect] = x.truth.effects()
  const request = x.truth.requests()[1]
  expect(effect).toMatchObject({ n: 1, request: request?.n, hash: request?.hash })
  expect(effect?.detail).toEqual({
    id: made.at('data.id'),
    text: made.at('data.text'),
    account: 'alice',
  })
  expect(made.textAt('data.text')).toMatch(/^@bob see https:\/\/t\.co\//)
})

test('beyond what is kept, the latest effects are there and all are counted', async () => {
  await using x = await startSimulator({ keep: 10, rules: { duplicates: 'allow' } })
  const token = x.token('alice').accessToken
  for (let index = 0; index < 30; index++)
    await ask(x, 'POST /2/tweets', { token, body: { text: 'again' } })
  expect(x.truth.effects().length).toBeLessThanOrEqual(11)
  expect(x.truth.effects().at(-1)).toMatchObject({ n: 30, request: 30 })
  expect(x.truth.counts()).toEqual({ requests: 30, effects: 30 })
})

/** Sends as alice, in a world that has something to act on. `{zoe}` is the id of what is called so. */
function sender(x: RunningSimulator) {
  const token = x.token('alice').accessToken
  const own = x.post('alice', { text: 'mine' })
  const names: Record<string, string> = {
    me: `/2/users/${own.authorId}`,
    zoe: x.addAccount({ username: 'zoe' }).id,
    post: x.post('bob', { text: 'theirs' }).id,
    own: own.id,
    reply: x.post('bob', { text: 'an answer', replyTo: own }).id,
    list: '1700000000000000000',
  }
  x.world.lists.set('1700000000000000000', {
    id: '1700000000000000000',
    ownerId: own.authorId,
    createdAt: x.clock.now(),
    name: 'given',
    description: '',
    private: false,
    members: new Map(),
    followers: new Map(),
  })
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name) => names[name] ?? all)
  return (line: string, body?: unknown) =>
    ask(x, fill(line), {
      token,
      ...(body !== undefined && { body: fill(JSON.stringify(body)) }),
    })
}
