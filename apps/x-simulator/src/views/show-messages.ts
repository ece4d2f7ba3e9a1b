import { type Call } from '../http/endpoint.js'
import { type DirectMessage } from '../world/world.js'
import { createIncludes } from './includes.js'
import { isoTime, pick, unlessEmpty } from './pick.js'
import { type Shown } from './show-posts.js'

const broughtAlong: Readonly<Record<string, string>> = {
  sender_id: 'sender_id',
  participant_ids: 'participant_ids',
  'attachments.media_keys': 'attachments',
}

export function showMessages(call: Call, messages: readonly DirectMessage[]): Shown {
  const expansions = call.query.set('expansions')
  const includes = createIncludes(call)
  for (const message of messages) {
    if (expansions.has('sender_id')) includes.addUser(message.senderId)
    if (expansions.has('participant_ids')) {
      for (const id of message.participants) includes.addUser(id)
    }
    if (expansions.has('attachments.media_keys')) {
      for (const id of message.mediaIds) includes.addMedia(id)
    }
  }
  const extra = [...expansions].flatMap((name) => broughtAlong[name] ?? [])
  const wanted = new Set([
    'id',
    'event_type',
    'text',
    ...extra,
    ...call.query.set('dm_event.fields'),
  ])
  const data = messages.map((message) => pick(members(call, message), wanted))
  return { data, includes: includes.toJson(), errors: [] }
}

function members({ world }: Call, message: DirectMessage) {
  const keys = message.mediaIds.flatMap((id) => world.media.get(id)?.key ?? [])
  return {
    id: () => message.id,
    event_type: () => 'MessageCreate',
    text: () => message.text,
    created_at: () => isoTime(message.createdAt),
    dm_conversation_id: () => message.conversationId,
    sender_id: () => message.senderId,
    participant_ids: () => message.participants,
    attachments: () => (keys.length > 0 ? { media_keys: keys } : undefined),
    entities: () =>
      message.links.length > 0
        ? { urls: message.links.map((link) => ({ ...link })) }
        : unlessEmpty([]),
  }
}
