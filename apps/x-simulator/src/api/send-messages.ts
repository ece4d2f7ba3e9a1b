import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { invalidParameter, notPermitted } from '../http/problem.js'
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
import { perCall } from '../limits/prices.js'
import { getUser } from '../views/find-account.js'
import { addMessage, pairId } from '../world/messages.js'
import { conversation } from './direct-messages.js'
import { getOwnMedia } from './media-upload.js'

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

/** Sending messages: to a new group, to one account, or into a conversation that there is. */
export const sendMessages: readonly Endpoint[] = [
  { ...write, path: '/2/dm_conversations', run: startGroup },
  { ...write, path: '/2/dm_conversations/with/:participant_id/messages', run: sendToOne },
  {
    ...write,
    path: '/2/dm_conversations/:dm_conversation_id/messages',
    forms: { dm_conversation_id: conversation },
    run: sendToConversation,
  },
]

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
