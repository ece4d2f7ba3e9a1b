import {
  type AnsweredCall,
  type JsonValue,
  type ModelAnswer,
  type StopReason,
  type Usage,
} from '@armorer/core'
import { readCount, readField, readList, readText, writeArguments } from '@armorer/core/adapter'

/** What a message says. Whatever is missing or malformed, there is an answer. */
export function readAnthropicAnswer(body: unknown): ModelAnswer {
  return toAnswer(
    readList(body, 'content'),
    stopOf(readField(body, 'stop_reason')),
    readField(body, 'usage'),
  )
}

/** Shared with the stream, which puts the same blocks together from pieces. */
export function toAnswer(
  blocks: readonly unknown[],
  stop: StopReason,
  usage: unknown,
  findBroken: (block: unknown) => Partial<AnsweredCall> | undefined = () => undefined,
): ModelAnswer {
  const asked = blocks.filter((block) => readField(block, 'type') === 'tool_use')
  const problem = CUT_OFF.get(stop)
  const calls = asked.map((block): AnsweredCall => ({
    id: readText(block, 'id') ?? '',
    name: readText(block, 'name') ?? '',
    ...writeArguments(readField(block, 'input')),
    ...findBroken(block),
    ...(problem !== undefined && { problem }),
  }))
  const spent = usageOf(usage)
  return {
    // Parsed from JSON, they are JSON.
    entries:
      blocks.length > 0 ? [{ role: 'assistant', content: blocks as readonly JsonValue[] }] : [],
    text: blocks
      .map((block) => (readField(block, 'type') === 'text' ? (readText(block, 'text') ?? '') : ''))
      .join(''),
    calls,
    stop,
    ...(spent && { usage: spent }),
  }
}

/** Calls of an answer that ended so may be only half there. */
const CUT_OFF: ReadonlyMap<StopReason, string> = new Map([
  ['length', 'the answer ran out of tokens'],
  ['refused', 'the answer was refused'],
  ['broken', 'the answer broke off'],
])

/** Why a message ended, by the reason it gives. */
export function stopOf(reason: unknown): StopReason {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'done'
    case 'tool_use':
      return 'calls'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'refused'
    case undefined:
    case null:
      return 'broken'
    default:
      return 'other'
  }
}

/** Anthropic counts what it read from a cache, or wrote to one, apart. */
function usageOf(usage: unknown): Usage | undefined {
  const fresh = readCount(usage, 'input_tokens')
  const outputTokens = readCount(usage, 'output_tokens')
  if (fresh === undefined || outputTokens === undefined) return undefined
  const cachedTokens = readCount(usage, 'cache_read_input_tokens')
  const written = readCount(usage, 'cache_creation_input_tokens') ?? 0
  return {
    inputTokens: fresh + (cachedTokens ?? 0) + written,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
  }
}
