import {
  toToolError,
  type AnsweredCall,
  type ModelAnswer,
  type Part,
  type ToolDefinition,
  type ToolErrorData,
  type WireItem,
} from '@armorer/core'
import { receiveAnswer, type CallOutcome } from '@armorer/core/adapter'
import { type AskedCall, type ModelReply } from '../model/model-service.js'
import { type ModelFormat } from './model-format.js'
import { type RequestBodies } from './request-bodies.js'

/** What an answer says, under our own names: as items, and as calls that may be made. */
export function toReply(
  answer: ModelAnswer,
  { codec }: ModelFormat,
  bodies: RequestBodies,
  tools: readonly ToolDefinition[],
): ModelReply {
  const { calls, refused, asked } = receiveAnswer(answer, bodies.toolsOf(tools))
  const made = new Map(calls.map((call) => [call.id, call]))
  const left = [...refused]
  return {
    items: withIds(codec.decode(answer.entries), answer.calls),
    calls: asked.map(({ id, name }, index): AskedCall => {
      const call = made.get(id)
      if (call) return { id, name, tool: call.name, arguments: call.arguments }
      const at = left.findIndex(({ callId }) => callId === id)
      const [outcome] = left.splice(at, 1)
      const text = answer.calls[index]?.arguments ?? ''
      return { id, name, tool: name, arguments: text, refusal: refusalOf(outcome) }
    }),
    stop: answer.stop,
    ...(answer.usage && { usage: answer.usage }),
  }
}

/** A format may leave out the ids of its calls. Those that its reader made up stand in the log instead, at a call as at its output. */
function withIds(items: readonly WireItem[], calls: readonly AnsweredCall[]): readonly WireItem[] {
  if (calls.length === 0) return items
  let at = 0
  const withId = (part: Part): Part => {
    if (part.kind !== 'tool_call') return part
    const id = calls[at++]?.id ?? ''
    return part.callId === '' ? { ...part, callId: id } : part
  }
  return items.map((item) =>
    item.kind === 'message' ? { ...item, parts: item.parts.map(withId) } : item,
  )
}

function refusalOf(outcome: CallOutcome | undefined): ToolErrorData {
  if (outcome && 'error' in outcome) return toToolError(outcome.error).toJSON()
  return {
    category: 'internal',
    code: 'model.unread_call',
    retryable: false,
    message: 'nobody says why it was not made',
  }
}
