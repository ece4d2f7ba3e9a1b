import { type MessageItem, type RunItem } from '@armorer/core'

/** What an agent is told first. */
export function systemMessage(text: string): MessageItem {
  return { kind: 'message', role: 'system', parts: [{ kind: 'text', text }] }
}

export function isSystem(item: RunItem): item is MessageItem {
  return item.kind === 'message' && (item.role === 'system' || item.role === 'developer')
}
