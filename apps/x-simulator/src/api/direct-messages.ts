import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { invalidParameter, notFoundError, notPermitted, onlyErrors } from '../http/problem.js'
import {
  array,
  id,
  object,
  type ObjectOf,
  oneOf,
  optional,
  readJson,
  text,
} from '../http/schema.js'
import { free, perCall, perObject } from '../limits/prices.js'
import { dmQuery, pages } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { paginate } from '../views/paginate.js'
import { manyReply, oneReply } from '../views/reply.js'
import { showMessages } from '../views/show-messages.js'
import { addMessage, pairId } from '../world/messages.js'
import { type DirectMessage } from '../world/world.js'
import { getOwnMedia } from './media-upload.js'

const conversation = /^(?:[0-9]{1,19}-[0-9]{1,19}|[0-9]{15,19})$/
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
  method: 'POST',
  auth: ['user'],
  scopes: ['dm.write', 'tweet.read', 'users.read'],
  limits: { user: 15, userDay: 1440, appDay: 1440 },
  price: perCall(0.015),
} as const

const messageFields = {
  text: optional(text({ max: 10_000 })),
  attachments: optional(array(object({ media_id: id }), 1, 1)),
}
const messageBody = object(messageFields)
type Body = ObjectOf<typeof messageFields>

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
  { ...write, path: '/2/dm_conversations', run: startGroup },
  { ...write, path: '/2/dm_conversations/with/:participant_id/messages', run: sendToOne },
  {
    ...write,
    path: '/2/dm_conversations/:dm_conversation_id/messages',
    forms: { dm_conversation_id: conversation },
    run: sendToConversation,
  },
  {
    ...write,
    method: 'DELETE',
    path: '/2/dm_events/:event_id',
    scopes: ['dm.read', 'dm.write'],
    price: perCall(0.01),
    run: remove,
  },
  { ...write, path: '/2/users/:id/dm/block', price: free, run: (call) => block(call, true) },
  { ...write, path: '/2/users/:id/dm/unblock', price: free, run: (call) => block(call, false) },
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

function startGroup(call: Call): Reply {
  const shape = object({
    conversation_type: oneOf('Group'),
    participant_ids: array(id, 2, 49),
    message: messageBody,
  })
  const wish = readJson(shape, call.body)
  const others = wish.participant_ids.map((one) => getUser(call, 'participant_ids', one).id)
  const participants = [...new Set([getActor(call).id, ...others])]
  const conversationId = call.world.nextId(call.now)
  call.world.groups.set(conversationId, participants)
  return send(call, { conversationId, participants, body: wish.message })
}

function sendToOne(call: Call): Reply {
  const body = readJson(messageBody, call.body)
  const actor = getActor(call)
  const other = getUser(call, 'participant_id', param(call, 'participant_id'))
  const conversationId = pairId(actor.id, other.id)
  return send(call, { conversationId, participants: [actor.id, other.id], body })
}

function sendToConversation(call: Call): Reply {
  const body = readJson(messageBody, call.body)
  const conversationId = param(call, 'dm_conversation_id')
  const participants = call.world.groups.get(conversationId) ?? conversationId.split('-')
  const isPair =
    participants.length === 2 &&
    pairId(participants[0] ?? '', participants[1] ?? '') === conversationId
  const isKnown = call.world.groups.has(conversationId) || isPair
  if (!isKnown || !participants.includes(getActor(call).id)) {
    throw notPermitted('You are not part of this conversation.')
  }
  for (const one of participants) getUser(call, 'dm_conversation_id', one)
  return send(call, { conversationId, participants, body })
}

function send(
  call: Call,
  {
    conversationId,
    participants,
    body,
  }: { conversationId: string; participants: readonly string[]; body: Body },
): Reply {
  const actor = getActor(call)
  if (actor.suspended) throw notPermitted('Your account is suspended.')
  if (body.text === undefined && body.attachments === undefined) {
    throw invalidParameter('text', '', '$.text: text or attachments are needed')
  }
  const closed = participants.some((one) => {
    const account = call.world.accounts.get(one)
    return account?.dmBlocked.has(actor.id) || account?.blocking.has(actor.id)
  })
  if (closed) throw notPermitted('You cannot send messages to this user.')
  const mediaIds = (body.attachments ?? []).map(({ media_id }) => getOwnMedia(call, media_id).id)
  const message = addMessage(call.world, actor, {
    conversationId,
    participants,
    text: body.text ?? '',
    mediaIds,
  })
  call.effect('dm.create', { id: message.id, conversation: conversationId, text: message.text })
  return {
    status: 201,
    body: { data: { dm_conversation_id: conversationId, dm_event_id: message.id } },
  }
}

function remove(call: Call): Reply {
  const message = getMessage(call)
  message.deletedFor.add(getActor(call).id)
  call.effect('dm.delete', { id: message.id })
  return { body: { data: { deleted: true } } }
}

function block(call: Call, blocked: boolean): Reply {
  const other = getUser(call, 'id', param(call, 'id'))
  const { dmBlocked } = getActor(call)
  if (dmBlocked.has(other.id) !== blocked) {
    call.effect(blocked ? 'dm-block.create' : 'dm-block.delete', { target: other.username })
  }
  if (blocked) dmBlocked.set(other.id, call.now)
  else dmBlocked.delete(other.id)
  return { body: { data: { blocked } } }
}
