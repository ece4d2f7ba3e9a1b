import { type RunItem } from '@armorer/core'

/** What the model said last. */
export function lastText(items: readonly RunItem[]): string {
  const item = items.findLast(
    (one) => one.kind === 'message' && (one.role === 'assistant' || one.role === 'model'),
  )
  if (item?.kind !== 'message') return ''
  return item.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}
