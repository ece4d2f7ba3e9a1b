import { type Part, type WireItem } from '@armorer/core'
import { type AskedCall, type ModelReply } from '../model/model-service.js'

/**
 * An answer in which every call has an id of its own. Where a host left one out, gave one twice, or sent a call that is none, no
 * history with it would be taken again by anyone, so such an answer is written anew.
 */
export function mendCallIds(reply: ModelReply, position: number): ModelReply {
  if (countCalls(reply.items) === reply.calls.length && areDistinct(reply.calls)) return reply
  const taken = new Set<string>()
  const calls = reply.calls.map((call, index) => {
    const id = call.id === '' || taken.has(call.id) ? `call_${position}_${index}` : call.id
    taken.add(id)
    return { ...call, id }
  })
  return { ...reply, calls, items: withCalls(reply.items, calls) }
}

function areDistinct(calls: readonly AskedCall[]): boolean {
  const [first] = calls
  // Most answers ask for one thing.
  if (calls.length <= 1) return first?.id !== ''
  const ids = new Set(calls.map(({ id }) => id))
  return ids.size === calls.length && !ids.has('')
}

function countCalls(items: readonly WireItem[]): number {
  let count = 0
  for (const item of items) {
    if (item.kind !== 'message') continue
    for (const part of item.parts) count += part.kind === 'tool_call' ? 1 : 0
  }
  return count
}

/** What was said, and after it the calls: without what the format added, which may speak of calls that are none. */
function withCalls(items: readonly WireItem[], calls: readonly AskedCall[]): readonly WireItem[] {
  const spoken = items
    .flatMap((item) => (item.kind === 'message' ? item.parts : []))
    .filter(({ kind }) => kind !== 'tool_call')
  const asked = calls.map(({ id, name, arguments: text }): Part => ({
    kind: 'tool_call',
    callId: id,
    name,
    arguments: text,
  }))
  const message = items.find((item) => item.kind === 'message')
  const role = message?.role ?? 'assistant'
  const format = message?.format === undefined ? {} : { format: message.format }
  return [{ kind: 'message', role, parts: [...spoken, ...asked], ...format }]
}
