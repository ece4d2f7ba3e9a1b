import { type AnswerDelta, type AnswerFailure, type AnswerReader } from '@armorer/core'
import { readField, readList, readText } from '@armorer/core/adapter'
import { failureOf, toAnswer } from './read-answer.js'

/** Puts a streamed response together, event by event. */
export function createResponsesReader(): AnswerReader {
  const items = new Map<number, unknown>()
  const pieces = new Map<string, string[]>()
  const calls = new Map<string, string>()
  const stray = new Set<string>()
  let lastNumber = -1
  let isOutOfOrder = false
  let final: unknown
  let failure: AnswerFailure | undefined

  const readArguments = (event: unknown): readonly AnswerDelta[] => {
    const id = readText(event, 'item_id') ?? ''
    const text = readText(event, 'delta') ?? ''
    const known = pieces.get(id)
    if (!known) {
      stray.add(id)
      return []
    }
    known.push(text)
    return [{ kind: 'arguments', callId: calls.get(id) ?? '', text }]
  }

  const begin = (item: unknown) => {
    const id = readText(item, 'id') ?? ''
    if (readField(item, 'type') !== 'function_call' || pieces.has(id)) return
    pieces.set(id, [])
    calls.set(id, readText(item, 'call_id') ?? '')
  }

  const findProblem = (item: unknown): string | undefined => {
    if (isOutOfOrder) return 'the pieces of the answer came out of order'
    const id = readText(item, 'id') ?? ''
    if (stray.has(id)) return 'its pieces came without their beginning'
    const said = pieces.get(id)?.join('') ?? ''
    if (said === '' || said === readText(item, 'arguments')) return undefined
    return 'its pieces do not make the whole'
  }

  return {
    push(event) {
      const number = readField(event, 'sequence_number')
      if (typeof number === 'number') {
        if (number <= lastNumber) isOutOfOrder = true
        lastNumber = number
      }
      switch (readField(event, 'type')) {
        case 'response.output_text.delta':
          return deltaOf('text', event)
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return deltaOf('reasoning', event)
        case 'response.function_call_arguments.delta':
          return readArguments(event)
        case 'response.output_item.added':
          begin(readField(event, 'item'))
          return []
        case 'response.output_item.done': {
          const index = readField(event, 'output_index')
          items.set(typeof index === 'number' ? index : items.size, readField(event, 'item'))
          return []
        }
        case 'error':
          // Here the event itself is what others send as `error`.
          failure ??= failureOf({ error: event })
          return []
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          final = readField(event, 'response')
          return []
        default:
          return []
      }
    },
    end() {
      const listed = [...items].toSorted(([a], [b]) => a - b).map(([, item]) => item)
      const whole = readList(final, 'output')
      const output = whole.length > 0 ? whole : listed
      return toAnswer({
        items: output,
        body: final,
        failure: failure ?? failureOf(final),
        findProblem,
      })
    },
  }
}

function deltaOf(kind: 'text' | 'reasoning', event: unknown): readonly AnswerDelta[] {
  const text = readText(event, 'delta') ?? ''
  return text === '' ? [] : [{ kind, text }]
}
