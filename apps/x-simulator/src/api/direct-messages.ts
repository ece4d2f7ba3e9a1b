import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { notFoundError, onlyErrors } from '../http/problem.js'
import { free, perCall, perObject } from '../limits/prices.js'
import { dmQuery, pages } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { paginate } from '../views/paginate.js'
import { manyReply, oneReply } from '../views/reply.js'
import { showMessages } from '../views/show-messages.js'
import { pairId } from '../world/messages.js'
import { type DirectMessage } from '../world/world.js'

/** Two ids with a dash for a pair, one id for a group. */
export const conversation = /^(?:[0-9]{1,19}-[0-9]{1,19}|[0-9]{15,19})$/
const kinds = {
  kind: 'set',
  values: new Set(['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave']),
} as const

const read = {
  method: 'GET',
  auth: ['user'],
  scopes: ['dm.read', 'tweet.read', 'users.read'],
  limits: { user: 15 },
  price: perObject('dm'),
  query: { ...pages(1, 100), event_types: kinds, ...dmQuery },
} as const
const write = {
  auth: ['user'],
  limits: { user: 15, userDay: 1440, appDay: 1440 },
} as const

const block = {
  ...write,
  method: 'POST',
  scopes: ['dm.write', 'tweet.read', 'users.read'],
  price: free,
} as const

/** Reading messages, deleting them for oneself, and closing one's door. */
export const directMessages: readonly Endpoint[] = [
  { ...read, path: '/2/dm_events', run: (call) => list(call, () => true) },
  {
    ...read,
    path: '/2/dm_events/:event_id',
    query: dmQuery,
    run: (call) => oneReply(showMessages(call, [getMessage(call)])),
  },
  {
    ...read,
    path: '/2/dm_conversations/with/:participant_id/dm_events',
    run: (call) => {
      const pair = pairId(getActor(call).id, param(call, 'participant_id'))
      return list(call, ({ conversationId }) => conversationId === pair)
    },
  },
  {
    ...read,
    path: '/2/dm_conversations/:id/dm_events',
    forms: { id: conversation },
    run: (call) => list(call, ({ conversationId }) => conversationId === param(call, 'id')),
  },
  {
    ...write,
    method: 'DELETE',
    path: '/2/dm_events/:event_id',
    scopes: ['dm.read', 'dm.write'],
    price: perCall(0.01),
    run: remove,
  },
  { ...block, path: '/2/users/:id/dm/block', run: (call) => setBlock(call, true) },
  { ...block, path: '/2/users/:id/dm/unblock', run: (call) => setBlock(call, false) },
]

function list(call: Call, wanted: (message: DirectMessage) => boolean): Reply {
  const types = call.query.set('event_types')
  const found =
    types.size > 0 && !types.has('MessageCreate') ? [] : ownMessages(call).filter(wanted)
  const { items, meta } = paginate(call, found, { size: 100, keyOf: (message) => message.id })
  return manyReply(showMessages(call, items), [], meta)
}

function ownMessages(call: Call): DirectMessage[] {
  const actor = getActor(call)
  return call.world.messages
    .filter(
      ({ participants, deletedFor, createdAt }) =>
        participants.includes(actor.id) && !deletedFor.has(actor.id) && createdAt <= call.asOf,
    )
    .toReversed()
}

function getMessage(call: Call): DirectMessage {
  const value = param(call, 'event_id')
  const message = ownMessages(call).find((one) => one.id === value)
  if (message) return message
  throw onlyErrors(
    call.method,
    notFoundError({ resource: 'dm_event', parameter: 'event_id', value }),
  )
}

function remove(call: Call): Reply {
  const message = getMessage(call)
  message.deletedFor.add(getActor(call).id)
  call.effect('dm.delete', { id: message.id })
  return { body: { data: { deleted: true } } }
}

function setBlock(call: Call, blocked: boolean): Reply {
  const other = getUser(call, 'id', param(call, 'id'))
  const { dmBlocked } = getActor(call)
  if (dmBlocked.has(other.id) !== blocked) {
    call.effect(blocked ? 'dm-block.create' : 'dm-block.delete', { target: other.username })
  }
  if (blocked) dmBlocked.set(other.id, call.now)
  else dmBlocked.delete(other.id)
  return { body: { data: { blocked } } }
}
