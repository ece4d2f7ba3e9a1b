import {
  type AnswerDelta,
  type AnswerFailure,
  type AnswerReader,
  type JsonObject,
  type JsonValue,
} from '@armorer/core'
import { readField, readList, readText } from '@armorer/core/adapter'
import { failureOf, toAnswer } from './read-answer.js'

interface Draft {
  id: string
  name: string
  pieces: string[]
  problem?: string
}

/** Puts a streamed chat completion together, chunk by chunk. */
export function createOpenAIReader(): AnswerReader {
  const message = new Map<string, JsonValue>()
  const drafts: Draft[] = []
  const current = new Map<unknown, Draft>()
  let finish: unknown
  let usage: unknown
  let failure: AnswerFailure | undefined

  const readCall = (delta: unknown): readonly AnswerDelta[] => {
    const index = readField(delta, 'index') ?? 0
    const id = readText(delta, 'id') ?? ''
    const details = readField(delta, 'function')
    const name = readText(details, 'name') ?? ''
    const text = readText(details, 'arguments') ?? ''
    let draft = current.get(index)
    // A host that counts every call as the first one tells them apart by their ids.
    if (!draft || (id !== '' && draft.id !== '' && id !== draft.id)) {
      draft = { id, name, pieces: [] }
      if (id === '' || name === '') draft.problem = 'its pieces came without their beginning'
      drafts.push(draft)
      current.set(index, draft)
    } else if (name !== '' && name !== draft.name) {
      draft.problem = 'its pieces name different tools'
    }
    if (finish !== undefined) draft.problem = 'a piece of it came after the end'
    draft.pieces.push(text)
    return text === '' ? [] : [{ kind: 'arguments', callId: draft.id, text }]
  }

  return {
    push(event) {
      usage = readField(event, 'usage') ?? usage
      failure ??= failureOf(event)
      const choice = readList(event, 'choices').find((one) => (readField(one, 'index') ?? 0) === 0)
      const delta = readField(choice, 'delta')
      const said: AnswerDelta[] = []
      if (typeof delta === 'object' && delta !== null) {
        for (const [key, value] of Object.entries(delta) as Array<[string, JsonValue]>) {
          if (key === 'tool_calls') continue
          message.set(key, joined(key, message.get(key), value))
          const kind = SHOWN.get(key)
          if (kind && typeof value === 'string' && value !== '') said.push({ kind, text: value })
        }
        for (const call of readList(delta, 'tool_calls')) said.push(...readCall(call))
      }
      finish = readField(choice, 'finish_reason') ?? finish
      return said
    },
    end() {
      const calls = drafts.map(toToolCall)
      const problems = new Map(
        drafts.flatMap(({ problem }, index) => (problem === undefined ? [] : [[index, problem]])),
      )
      const whole = {
        role: 'assistant',
        content: null,
        ...Object.fromEntries(message),
        ...(calls.length > 0 && { tool_calls: calls }),
      }
      const isEmpty = message.size === 0 && drafts.length === 0
      return toAnswer({ message: isEmpty ? undefined : whole, finish, usage, failure, problems })
    },
  }
}

const SHOWN: ReadonlyMap<string, 'text' | 'reasoning'> = new Map([
  ['content', 'text'],
  ['reasoning_content', 'reasoning'],
  ['reasoning', 'reasoning'],
])

/** Text grows, but for the role, which is only ever said again; of anything else the last counts. */
function joined(key: string, before: JsonValue | undefined, value: JsonValue): JsonValue {
  if (typeof before === 'string' && value === null) return before
  return typeof before === 'string' && typeof value === 'string' && key !== 'role'
    ? before + value
    : value
}

function toToolCall({ id, name, pieces }: Draft): JsonObject {
  return { id, type: 'function', function: { name, arguments: pieces.join('') } }
}
