import {
  type AnsweredCall,
  type AnswerFailure,
  type JsonValue,
  type ModelAnswer,
  type StopReason,
  type Usage,
} from '@armorer/core'
import {
  readCount,
  readFailure,
  readField,
  readList,
  readText,
  writeArguments,
} from '@armorer/core/adapter'

/** What a message says. Whatever is missing or malformed, there is an answer. */
export function readAnthropicAnswer(body: unknown): ModelAnswer {
  return toAnswer({
    blocks: readList(body, 'content'),
    stop: stopOf(readField(body, 'stop_reason')),
    usage: readField(body, 'usage'),
    failure: failureOf(body),
  })
}

/** What a body, or an event of a stream, says went wrong. */
export function failureOf(body: unknown): AnswerFailure | undefined {
  return readFailure(body, FAILURE_STATUSES)
}

const FAILURE_STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
])

interface ReadPieces {
  readonly blocks: readonly unknown[]
  readonly stop: StopReason
  readonly usage: unknown
  readonly failure: AnswerFailure | undefined
  /** What is to be said otherwise of a call than its block does. */
  readonly findBroken?: (block: unknown) => Partial<AnsweredCall> | undefined
}

/** Shared with the stream, which puts the same blocks together from pieces. */
export function toAnswer({ blocks, stop, usage, failure, findBroken }: ReadPieces): ModelAnswer {
  const asked = blocks.filter((block) => readField(block, 'type') === 'tool_use')
  const problem = CUT_OFF.get(stop)
  const calls = asked.map((block): AnsweredCall => ({
    id: readText(block, 'id') ?? '',
    name: readText(block, 'name') ?? '',
    ...writeArguments(readField(block, 'input')),
    ...findBroken?.(block),
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
    ...(failure && { failure }),
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
