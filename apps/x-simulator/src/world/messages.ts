import { findEntities, wrapLinks } from '../text/entities.js'
import { compareIds } from '../snowflake.js'
import { shorten } from './posts.js'
import { type Account, type DirectMessage, type World } from './world.js'

export interface NewMessage {
  readonly conversationId: string
  readonly participants: readonly string[]
  readonly text: string
  readonly mediaIds?: readonly string[]
}

/** Two people have one conversation, whoever starts it. */
export function pairId(left: string, right: string): string {
  return [left, right].toSorted(compareIds).join('-')
}

export function addMessage(world: World, sender: Account, draft: NewMessage): DirectMessage {
  const createdAt = world.clock.now()
  const { text, links } = wrapLinks(draft.text.normalize('NFC'), (url) => shorten(world, url))
  const message: DirectMessage = {
    id: world.nextId(createdAt),
    conversationId: draft.conversationId,
    participants: draft.participants,
    senderId: sender.id,
    createdAt,
    text,
    links,
    entities: findEntities(text),
    mediaIds: draft.mediaIds ?? [],
    deletedFor: new Set(),
  }
  world.messages.push(message)
  return message
}
