import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { id, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { accountsOf, postsOf } from '../views/edges.js'
import { pages, postQuery, userQuery } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { postsReply, usersReply } from '../views/reply.js'
import { like, unlike } from '../world/likes.js'
import { getPost } from './get-post.js'

const write = {
  auth: ['user'],
  scopes: ['like.write', 'tweet.read', 'users.read'],
  limits: { user: 50, userDay: 1000 },
  self: 'id',
  needs: 'like',
} as const

const read = {
  method: 'GET',
  auth: ['user'],
  scopes: ['like.read', 'tweet.read', 'users.read'],
  limits: { app: 75, user: 75 },
} as const

export const likes: readonly Endpoint[] = [
  { ...write, method: 'POST', path: '/2/users/:id/likes', price: perCall(0.015), run: start },
  {
    ...write,
    method: 'DELETE',
    path: '/2/users/:id/likes/:tweet_id',
    price: perCall(0.01),
    run: end,
  },
  {
    ...read,
    path: '/2/users/:id/liked_tweets',
    price: perObject('post', true),
    query: { ...pages(5, 100), ...postQuery },
    run: (call) => {
      const account = getUser(call, 'id', param(call, 'id'))
      return postsReply(call, postsOf(call, account.likes), 100)
    },
  },
  {
    ...read,
    path: '/2/tweets/:id/liking_users',
    price: perObject('user'),
    query: { ...pages(1, 100), ...userQuery },
    run: (call) => {
      const post = getPost(call, 'id', param(call, 'id'))
      return usersReply(call, accountsOf(call, post.likes), 100)
    },
  },
]

function start(call: Call): Reply {
  const { tweet_id } = readJson(object({ tweet_id: id }), call.body)
  const post = getPost(call, 'tweet_id', tweet_id)
  if (like(call.world, getActor(call), post)) call.effect('like.create', { id: post.id })
  return { body: { data: { liked: true } } }
}

function end(call: Call): Reply {
  const post = getPost(call, 'tweet_id', param(call, 'tweet_id'))
  if (unlike(getActor(call), post)) call.effect('like.delete', { id: post.id })
  return { body: { data: { liked: false } } }
}
