import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { notPermitted } from '../http/problem.js'
import { id, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { accountsOf } from '../views/edges.js'
import { pages, userQuery } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { usersReply } from '../views/reply.js'

const read = { method: 'GET', auth: ['user'], limits: { user: 15 }, self: 'id' } as const
const muteWrite = {
  auth: ['user'],
  scopes: ['mute.write', 'tweet.read', 'users.read'],
  limits: { user: 50 },
} as const

/** Mutes in full; blocks can be read, but X has no calls that make or end them. */
export const mutesAndBlocks: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/:id/muting',
    scopes: ['mute.read', 'tweet.read', 'users.read'],
    price: perObject('edge', true),
    query: { ...pages(1, 1000), ...userQuery },
    run: (call) => usersReply(call, accountsOf(call, getActor(call).muting), 100),
  },
  {
    ...read,
    path: '/2/users/:id/blocking',
    scopes: ['block.read', 'tweet.read', 'users.read'],
    price: perObject('edge', true),
    query: { ...pages(1, 1000, 16), ...userQuery },
    run: (call) => usersReply(call, accountsOf(call, getActor(call).blocking), 100),
  },
  {
    ...muteWrite,
    method: 'POST',
    path: '/2/users/:id/muting',
    price: perCall(0.015),
    self: 'id',
    run: mute,
  },
  {
    ...muteWrite,
    method: 'DELETE',
    path: '/2/users/:source_user_id/muting/:target_user_id',
    price: perCall(0.005),
    self: 'source_user_id',
    run: unmute,
  },
]

function mute(call: Call): Reply {
  const { target_user_id } = readJson(object({ target_user_id: id }), call.body)
  const actor = getActor(call)
  const other = getUser(call, 'target_user_id', target_user_id)
  if (other === actor) throw notPermitted('You cannot mute yourself.')
  if (!actor.muting.has(other.id)) call.effect('mute.create', { target: other.username })
  actor.muting.set(other.id, call.now)
  return { body: { data: { muting: true } } }
}

function unmute(call: Call): Reply {
  const other = getUser(call, 'target_user_id', param(call, 'target_user_id'))
  if (getActor(call).muting.delete(other.id)) {
    call.effect('mute.delete', { target: other.username })
  }
  return { body: { data: { muting: false } } }
}
