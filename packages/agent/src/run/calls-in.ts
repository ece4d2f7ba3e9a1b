import { type RunItem } from '@armorer/core'
import { type AskedCall } from '../model/model-service.js'

/** The calls that items ask for, where each is known here by the name that the model used. */
export function callsIn(items: readonly RunItem[]): readonly AskedCall[] {
  const calls: AskedCall[] = []
  for (const item of items) {
    if (item.kind !== 'message') continue
    for (const part of item.parts) {
      if (part.kind !== 'tool_call') continue
      const { callId: id, name, arguments: text } = part
      calls.push({ id, name, tool: name, arguments: text })
    }
  }
  return calls
}

/** Whether items say all there is to know of these calls, so that they need not be kept beside them. */
export function saysAll(items: readonly RunItem[], calls: readonly AskedCall[]): boolean {
  let at = 0
  for (const item of items) {
    if (item.kind !== 'message') continue
    for (const part of item.parts) {
      if (part.kind !== 'tool_call') continue
      const call = calls[at++]
      if (!call || call.refusal || call.id !== part.callId) return false
      if (call.tool !== part.name || call.arguments !== part.arguments) return false
    }
  }
  return at === calls.length
}
