import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const start = (names?: 'tweet' | 'post') =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), ...(names && { names }) })

test('a question in the old names is answered in the old names, in the new ones in the new', async () => {
  await using x = await start()
  const own = x.post('alice', { text: 'mine' })
  const reply = x.post('bob', { text: 'yours', replyTo: own })
  const token = x.appToken()

  const old = await ask(
    x,
    `GET /2/tweets/${reply.id}?tweet.fields=public_metrics,author_id,referenced_tweets,in_reply_to_user_id&expansions=referenced_tweets.id,author_id`,
    { token },
  )
  expect(old.json).toMatchObject({
    data: {
      edit_history_tweet_ids: [reply.id],
      author_id: reply.authorId,
      in_reply_to_user_id: own.authorId,
      referenced_tweets: [{ type: 'replied_to', id: own.id }],
      public_metrics: { retweet_count: 0, reply_count: 0 },
    },
    includes: { tweets: [{ id: own.id }], users: [{ username: 'bob' }] },
  })

  const fresh = await ask(
    x,
    `GET /2/tweets/${reply.id}?post.fields=public_metrics&expansions=referenced_posts,author_id`,
    { token },
  )
  expect(fresh.json).toMatchObject({
    data: {
      edit_history_post_ids: [reply.id],
      author_id: reply.authorId,
      referenced_posts: [{ type: 'replied_to', id: own.id }],
      public_metrics: { repost_count: 0 },
    },
    includes: { posts: [{ id: own.id }] },
  })
})

test('problems name the host of their names', async () => {
  await using x = await start()
  const type = async (query: string) =>
    (await ask(x, `GET /2/tweets/1?${query}`, { token: x.appToken() })).at('errors.0.type')
  expect(await type('tweet.fields=id')).toBe(
    'https://api.twitter.com/2/problems/resource-not-found',
  )
  expect(await type('post.fields=id')).toBe('https://api.x.com/2/problems/resource-not-found')
})

test('a wrong field is refused under the name that it was asked by', async () => {
  await using x = await start()
  for (const name of ['tweet.fields', 'post.fields']) {
    const heard = await ask(x, `GET /2/tweets/1?${name}=colour`, { token: x.appToken() })
    expect(heard.status).toBe(400)
    expect(heard.at('errors.0.parameters')).toEqual({ [name]: ['colour'] })
    expect(heard.textAt('errors.0.message')).toContain(`The \`${name}\` query parameter`)
  }
})

test.each(['tweet', 'post'] as const)('the names can be fixed to those of %s', async (names) => {
  await using x = await start(names)
  const heard = await ask(x, 'POST /2/tweets', {
    token: x.token('alice').accessToken,
    body: { text: 'a' },
  })
  expect(heard.at(`data.edit_history_${names}_ids`)).toHaveLength(1)
  const user = await ask(x, 'GET /2/users/by/username/bob?user.fields=public_metrics', {
    token: x.appToken(),
  })
  expect(user.at(`data.public_metrics.${names}_count`)).toBeTypeOf('number')
})
