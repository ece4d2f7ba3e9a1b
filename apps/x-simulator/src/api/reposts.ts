import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { id, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { accountsOf } from '../views/edges.js'
import { pages, postQuery, userQuery } from '../views/fields.js'
import { postsReply, usersReply } from '../views/reply.js'
import { newestFirst } from '../views/visibility.js'
import { addPost, removePost } from '../world/posts.js'
import { type Post } from '../world/world.js'
import { getPost } from './get-post.js'

const write = {
  auth: ['user'],
  scopes: ['tweet.read', 'tweet.write', 'users.read'],
  limits: { user: 50 },
  self: 'id',
} as const

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['tweet.read', 'users.read'],
  limits: { app: 75, user: 75 },
} as const

export const reposts: readonly Endpoint[] = [
  { ...write, method: 'POST', path: '/2/users/:id/retweets', price: perCall(0.015), run: start },
  {
    ...write,
    method: 'DELETE',
    path: '/2/users/:id/retweets/:source_tweet_id',
    price: perCall(0.01),
    run: end,
  },
  {
    ...read,
    path: '/2/tweets/:id/retweeted_by',
    price: perObject('user'),
    query: { ...pages(1, 100), ...userQuery },
    run: (call) =>
      usersReply(call, accountsOf(call, getPost(call, 'id', param(call, 'id')).reposts), 100),
  },
  {
    ...read,
    path: '/2/tweets/:id/retweets',
    price: perObject('post'),
    query: { ...pages(1, 100), ...postQuery },
    run: (call) => {
      const { id: wanted, reposts: by } = getPost(call, 'id', param(call, 'id'))
      const authors = [...accountsOf(call, by)]
      const found = authors.flatMap(({ posts }) =>
        posts.filter((post) => post.repostOfId === wanted),
      )
      return postsReply(call, newestFirst(call, found.toReversed()), 100)
    },
  },
  {
    ...read,
    path: '/2/tweets/:id/quote_tweets',
    price: perObject('post'),
    query: {
      ...pages(10, 100),
      exclude: { kind: 'set', values: new Set(['replies', 'retweets']) },
      ...postQuery,
    },
    run: listQuotes,
  },
  {
    ...read,
    path: '/2/users/reposts_of_me',
    auth: ['user'],
    scopes: ['timeline.read', 'tweet.read'],
    price: perObject('post'),
    query: { ...pages(1, 100), ...postQuery },
    run: (call) => {
      const own = getActor(call).posts.filter((post) => post.reposts.size > 0)
      return postsReply(call, newestFirst(call, own), 100)
    },
  },
]

function start(call: Call): Reply {
  const { tweet_id } = readJson(object({ tweet_id: id }), call.body)
  const target = getPost(call, 'tweet_id', tweet_id)
  const actor = getActor(call)
  const existing = findRepost(call, target)
  if (existing) return { body: { data: { retweeted: true, rest_id: existing.id } } }
  const author = call.world.accounts.get(target.authorId)
  const text = `RT @${author?.username ?? ''}: ${target.text}`
  const repost = addPost(call.world, actor, {
    text,
    repostOf: target,
    source: call.caller.app.name,
  })
  call.effect('repost.create', { id: repost.id, of: target.id })
  return { body: { data: { retweeted: true, rest_id: repost.id } } }
}

function end(call: Call): Reply {
  const repost = findRepost(call, getPost(call, 'source_tweet_id', param(call, 'source_tweet_id')))
  if (repost) {
    removePost(call.world, repost)
    call.effect('repost.delete', { id: repost.id })
  }
  return { body: { data: { retweeted: false } } }
}

function findRepost(call: Call, target: Post): Post | undefined {
  return getActor(call).posts.find(
    (post) => post.repostOfId === target.id && post.deletedAt === undefined,
  )
}

function listQuotes(call: Call): Reply {
  const { id: quoted } = getPost(call, 'id', param(call, 'id'))
  const noReplies = call.query.set('exclude').has('replies')
  const quotes = (call.world.index.get(`quote:${quoted}`) ?? []).filter(
    ({ replyToId }) => !(noReplies && replyToId !== undefined),
  )
  return postsReply(call, newestFirst(call, quotes), 10)
}
