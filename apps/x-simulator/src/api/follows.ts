import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { notPermitted } from '../http/problem.js'
import { id, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { accountsOf } from '../views/edges.js'
import { pages, userQuery } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { usersReply } from '../views/reply.js'
import { follow, unfollow } from '../world/accounts.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['follows.read', 'tweet.read', 'users.read'],
  limits: { app: 300, user: 300 },
  price: perObject('user', true),
  query: { ...pages(1, 1000, 16), ...userQuery },
} as const

const write = {
  auth: ['user'],
  scopes: ['follows.write', 'tweet.read', 'users.read'],
  limits: { user: 50 },
  needs: 'follow',
} as const

export const follows: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/:id/followers',
    run: (call) => usersReply(call, accountsOf(call, target(call).followers), 100),
  },
  {
    ...read,
    path: '/2/users/:id/following',
    run: (call) => usersReply(call, accountsOf(call, target(call).following), 100),
  },
  {
    ...write,
    method: 'POST',
    path: '/2/users/:id/following',
    price: perCall(0.015),
    self: 'id',
    run: start,
  },
  {
    ...write,
    method: 'DELETE',
    path: '/2/users/:source_user_id/following/:target_user_id',
    price: perCall(0.01),
    self: 'source_user_id',
    run: end,
  },
]

function target(call: Call) {
  return getUser(call, 'id', param(call, 'id'))
}

function start(call: Call): Reply {
  const { target_user_id } = readJson(object({ target_user_id: id }), call.body)
  const actor = getActor(call)
  const other = getUser(call, 'target_user_id', target_user_id)
  if (other === actor) throw notPermitted('You cannot follow yourself.')
  if (other.blocking.has(actor.id)) throw notPermitted('This account has blocked you.')
  if (follow(call.world, actor, other)) call.effect('follow.create', { target: other.username })
  return { body: { data: { following: true, pending_follow: false } } }
}

function end(call: Call): Reply {
  const other = getUser(call, 'target_user_id', param(call, 'target_user_id'))
  if (unfollow(getActor(call), other)) call.effect('follow.delete', { target: other.username })
  return { body: { data: { following: false } } }
}
