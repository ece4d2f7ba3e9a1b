import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const start = () =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), access: 'enterprise' })

/** Asks for alice, and gives the usernames or ids that came back. */
function asAlice(x: RunningSimulator) {
  const token = x.token('alice').accessToken
  const me = `/2/users/${x.account('alice').id}`
  const call = (line: string, body?: unknown) =>
    ask(x, line.replace('~', me), { token, ...(body !== undefined && { body }) })
  const ids = async (line: string) => {
    const data = (await call(line)).at('data') ?? []
    return (data as Array<{ id: string }>).map(({ id }) => id)
  }
  return { call, ids, token }
}

test('a like is there until it is taken back, and counts', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const post = x.post('bob', { text: 'like me' })
  await call('POST ~/likes', { tweet_id: post.id })
  await call('POST ~/likes', { tweet_id: post.id })
  expect((await ids('GET ~/liked_tweets'))[0]).toBe(post.id)
  expect(await ids(`GET /2/tweets/${post.id}/liking_users`)).toEqual([x.account('alice').id])
  const read = await call(`GET /2/tweets/${post.id}?post.fields=public_metrics`)
  expect(read.at('data.public_metrics.like_count')).toBe(1)
  await call(`DELETE ~/likes/${post.id}`)
  expect(await ids(`GET /2/tweets/${post.id}/liking_users`)).toEqual([])
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual(['like.create', 'like.delete'])
})

test('a repost is a post of its own, once', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const post = x.post('bob', { text: 'spread me' })
  const first = await call('POST ~/retweets', { tweet_id: post.id })
  const again = await call('POST ~/retweets', { tweet_id: post.id })
  expect(again.json).toEqual(first.json)
  expect((await ids('GET ~/tweets'))[0]).toBe(first.at('data.rest_id'))
  expect(await ids('GET ~/tweets?exclude=retweets')).not.toContain(first.at('data.rest_id'))
  expect(await ids(`GET /2/tweets/${post.id}/retweeted_by`)).toEqual([x.account('alice').id])
  await call(`DELETE ~/retweets/${post.id}`)
  expect(await ids(`GET /2/tweets/${post.id}/retweeted_by`)).toEqual([])
})

test('a repost goes with its original', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const post = x.post('bob', { text: 'soon gone' })
  const repost = (await call('POST ~/retweets', { tweet_id: post.id })).textAt('data.rest_id')
  await ask(x, `DELETE /2/tweets/${post.id}`, { token: x.token('bob').accessToken })
  expect(await ids('GET ~/tweets')).not.toContain(repost)
  expect((await call(`GET /2/tweets/${repost}`)).at('errors.0.title')).toBe('Not Found Error')
})

test('a bookmark that is put into a folder later is an effect of its own', async () => {
  await using x = await start()
  const { call } = asAlice(x)
  const post = x.post('bob', { text: 'later' })
  const folder = (await call('POST ~/bookmarks/folders', { name: 'later' })).textAt('data.id')
  await call('POST ~/bookmarks', { tweet_id: post.id })
  for (let time = 0; time < 2; time++)
    await call('POST ~/bookmarks', { tweet_id: post.id, folder_id: folder })
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual([
    'bookmark-folder.create',
    'bookmark.create',
    'bookmark-folder.add',
  ])
})

test('a bookmark can lie in a folder', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const post = x.post('bob', { text: 'later' })
  const folder = (await call('POST ~/bookmarks/folders', { name: 'later' })).textAt('data.id')
  await call('POST ~/bookmarks', { tweet_id: post.id, folder_id: folder })
  expect(await ids('GET ~/bookmarks')).toEqual([post.id])
  expect(await ids(`GET ~/bookmarks/folders/${folder}`)).toEqual([post.id])
  await call(`DELETE ~/bookmarks/${post.id}`)
  expect(await ids('GET ~/bookmarks')).toEqual([])
  expect(await ids(`GET ~/bookmarks/folders/${folder}`)).toEqual([])
})

test('who is muted is not in the home timeline', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const bob = x.account('bob')
  await call('POST ~/following', { target_user_id: bob.id })
  const post = x.post('bob', { text: 'noise' })
  expect(await ids('GET ~/timelines/reverse_chronological?max_results=1')).toEqual([post.id])
  await call('POST ~/muting', { target_user_id: bob.id })
  expect(await ids('GET ~/timelines/reverse_chronological?max_results=1')).not.toEqual([post.id])
  expect(await ids('GET ~/muting')).toEqual([bob.id])
})

test('a list holds its members’ posts, and a private one is its owner’s alone', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const list = (await call('POST /2/lists', { name: 'quiet', private: true })).textAt('data.id')
  await call(`POST /2/lists/${list}/members`, { user_id: x.account('bob').id })
  const post = x.post('bob', { text: 'for the list' })
  expect((await ids(`GET /2/lists/${list}/tweets`))[0]).toBe(post.id)
  expect((await ask(x, `GET /2/lists/${list}`, { token: x.appToken() })).at('errors.0.title')).toBe(
    'Not Found Error',
  )
  const other = x.token('bob').accessToken
  expect((await ask(x, `DELETE /2/lists/${list}`, { token: other })).status).toBe(404)
  const own = `/2/users/${x.account('bob').id}`
  const followed = async () => (await ask(x, `GET ${own}/followed_lists`, { token: other })).text
  x.account('bob').followedLists.set(list, x.clock.now())
  expect(await followed()).not.toContain(list)
  await call(`PUT /2/lists/${list}`, { private: false })
  expect(await followed()).toContain(list)
  expect((await ask(x, `DELETE /2/lists/${list}`, { token: other })).status).toBe(403)
})

test('only who started a conversation hides a reply in it', async () => {
  await using x = await start()
  const { call, token } = asAlice(x)
  const own = x.post('alice', { text: 'mine' })
  const reply = x.post('mallory', { text: 'spam', replyTo: own })
  const theirs = x.post('bob', { text: 'not mine' })
  const elsewhere = x.post('mallory', { text: 'spam', replyTo: theirs })
  expect((await call(`PUT /2/tweets/${reply.id}/hidden`, { hidden: true })).json).toEqual({
    data: { hidden: true },
  })
  expect((await call(`PUT /2/tweets/${elsewhere.id}/hidden`, { hidden: true })).status).toBe(403)
  expect(
    (await ask(x, `PUT /2/tweets/${own.id}/hidden`, { token, body: { hidden: true } })).status,
  ).toBe(403)
})

test('nobody acts for another account', async () => {
  await using x = await start()
  const { call } = asAlice(x)
  const heard = await call(`POST /2/users/${x.account('bob').id}/likes`, { tweet_id: '1' })
  expect(heard.status).toBe(400)
  expect(heard.textAt('errors.0.message')).toContain('must be the same as the authenticating user')
})

test('nobody deletes another account’s post', async () => {
  await using x = await start()
  const { call } = asAlice(x)
  expect((await call(`DELETE /2/tweets/${x.post('bob', { text: 'b' }).id}`)).status).toBe(403)
})

test('a protected account shows its posts to its followers alone', async () => {
  await using x = await start()
  x.addAccount({ username: 'shy', protected: true })
  const post = x.post('shy', { text: 'psst' })
  const { call } = asAlice(x)
  expect((await call(`GET /2/tweets/${post.id}`)).at('errors.0.title')).toBe('Authorization Error')
  expect((await call(`GET /2/users/${post.authorId}/tweets`)).at('errors.0.title')).toBe(
    'Authorization Error',
  )
  await call('POST ~/following', { target_user_id: post.authorId })
  expect((await call(`GET /2/tweets/${post.id}`)).at('data.text')).toBe('psst')
})

test('a suspended account is not there', async () => {
  await using x = await start()
  const { call } = asAlice(x)
  x.account('mallory').suspended = true
  const heard = await call('GET /2/users/by/username/mallory')
  expect(heard.textAt('errors.0.type')).toContain('resource-unavailable')
})

test('private numbers are for the author, in the first thirty days', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock })
  const { id } = x.post('alice', { text: 'mine' })
  const read = (who: string) =>
    ask(x, `GET /2/tweets/${id}?post.fields=non_public_metrics`, {
      token: x.token(who).accessToken,
    })
  expect((await read('alice')).at('data.non_public_metrics.impression_count')).toBe(0)
  const refused = await read('bob')
  expect(refused.at('data.id')).toBe(id)
  expect(refused.textAt('errors.0.type')).toContain('not-authorized-for-field')
  clock.advance(30 * 24 * 60 * 60 * 1000)
  expect((await read('alice')).at('data.non_public_metrics')).toBeUndefined()
})

test('direct messages are seen by those in the conversation, until one deletes them for oneself', async () => {
  await using x = await start()
  const { call, ids } = asAlice(x)
  const bob = x.account('bob')
  const sent = await call(`POST /2/dm_conversations/with/${bob.id}/messages`, { text: 'hi' })
  const event = sent.textAt('data.dm_event_id')
  const seen = async (who: string) =>
    (await ask(x, 'GET /2/dm_events', { token: x.token(who).accessToken })).text.includes(event)
  expect([await seen('alice'), await seen('bob'), await seen('carol')]).toEqual([true, true, false])
  await call(`DELETE /2/dm_events/${event}`)
  expect([await seen('alice'), await seen('bob')]).toEqual([false, true])
  const token = x.token('bob').accessToken
  await ask(x, `POST /2/users/${x.account('alice').id}/dm/block`, { token, body: {} })
  expect(
    (await call(`POST /2/dm_conversations/with/${bob.id}/messages`, { text: 'hello?' })).status,
  ).toBe(403)
  expect(await ids(`GET /2/dm_conversations/with/${bob.id}/dm_events`)).toEqual([])
})
