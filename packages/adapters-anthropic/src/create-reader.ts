import {
  type AnswerDelta,
  type AnsweredCall,
  type AnswerFailure,
  type AnswerReader,
  type JsonValue,
} from '@armorer/core'
import { readField, readText } from '@armorer/core/adapter'
import { failureOf, stopOf, toAnswer } from './read-answer.js'

interface Draft {
  readonly block: Map<string, JsonValue>
  readonly pieces: string[]
  isDone: boolean
  problem: string | undefined
}

/** Puts a streamed message together, event by event. */
export function createAnthropicReader(): AnswerReader {
  const drafts = new Map<unknown, Draft>()
  const stray = new Set<unknown>()
  let usage = new Map<string, unknown>()
  let reason: unknown
  let isOver = false
  let failure: AnswerFailure | undefined

  const take = (index: unknown, delta: unknown): readonly AnswerDelta[] => {
    const draft = drafts.get(index)
    if (!draft) {
      stray.add(index)
      return []
    }
    if (draft.isDone || isOver) draft.problem = 'a piece of it came after its end'
    switch (readField(delta, 'type')) {
      case 'text_delta':
        return grow(draft, 'text', 'text', readText(delta, 'text') ?? '')
      case 'thinking_delta':
        return grow(draft, 'thinking', 'reasoning', readText(delta, 'thinking') ?? '')
      case 'signature_delta':
        draft.block.set('signature', readText(delta, 'signature') ?? '')
        return []
      case 'input_json_delta': {
        const text = readText(delta, 'partial_json') ?? ''
        draft.pieces.push(text)
        const callId = draft.block.get('id')
        return [{ kind: 'arguments', callId: typeof callId === 'string' ? callId : '', text }]
      }
      case 'citations_delta': {
        const citation = readField(delta, 'citation') as JsonValue
        const before = draft.block.get('citations')
        draft.block.set('citations', [...(Array.isArray(before) ? before : []), citation])
        return []
      }
      default:
        draft.problem = 'a piece of it is of a kind that nobody knows'
        return []
    }
  }

  return {
    push(event) {
      const index = readField(event, 'index')
      switch (readField(event, 'type')) {
        case 'message_start':
          usage = fieldsOf(readField(readField(event, 'message'), 'usage'))
          return []
        case 'content_block_start': {
          const block = fieldsOf(readField(event, 'content_block')) as Map<string, JsonValue>
          const before = drafts.get(index)
          const problem = stray.has(index) ? 'its pieces came before their beginning' : undefined
          if (before) before.problem = 'it began twice'
          else drafts.set(index, { block, pieces: [], isDone: false, problem })
          return []
        }
        case 'content_block_delta':
          return take(index, readField(event, 'delta'))
        case 'content_block_stop': {
          const draft = drafts.get(index)
          if (draft) draft.isDone = true
          return []
        }
        case 'message_delta':
          reason = readField(readField(event, 'delta'), 'stop_reason') ?? reason
          for (const [key, count] of fieldsOf(readField(event, 'usage'))) {
            if (count !== null) usage.set(key, count)
          }
          return []
        case 'message_stop':
          isOver = true
          return []
        case 'error':
          failure ??= failureOf(event)
          return []
        default:
          return []
      }
    },
    end() {
      const ordered = [...drafts]
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([, draft]) => draft)
      const broken = new Map<unknown, Partial<AnsweredCall>>()
      const blocks = ordered.map((draft) => {
        const { block, call } = finish(draft)
        if (call) broken.set(block, call)
        return block
      })
      const stop = isOver ? stopOf(reason) : 'broken'
      return toAnswer({
        blocks,
        stop,
        usage: Object.fromEntries(usage),
        failure,
        findBroken: (block) => broken.get(block),
      })
    },
  }
}

function grow(draft: Draft, field: string, kind: 'text' | 'reasoning', text: string) {
  const before = draft.block.get(field)
  draft.block.set(field, `${typeof before === 'string' ? before : ''}${text}`)
  return text === '' ? [] : [{ kind, text }]
}

/** A block as the API would have sent it whole. Arguments that are no JSON have no place in one; the call keeps them. */
function finish({ block, pieces, isDone, problem }: Draft) {
  const text = pieces.join('')
  const trouble = problem ?? (isDone ? undefined : 'it was not completed')
  const call: Partial<AnsweredCall> = trouble === undefined ? {} : { problem: trouble }
  if (text === '' || !block.has('input')) return { block: Object.fromEntries(block), call }
  try {
    block.set('input', JSON.parse(text) as JsonValue)
    return { block: Object.fromEntries(block), call: { ...call, arguments: text } }
  } catch {
    block.set('input', {})
    return { block: Object.fromEntries(block), call: { ...call, arguments: text } }
  }
}

function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}
