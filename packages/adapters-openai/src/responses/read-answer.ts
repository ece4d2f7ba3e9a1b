import {
  type AnsweredCall,
  type AnswerFailure,
  type JsonValue,
  type ModelAnswer,
  type StopReason,
  type Usage,
} from '@armorer/core'
import { readCount, readFailure, readField, readList, readText } from '@armorer/core/adapter'
import { FAILURE_STATUSES } from '../failure-statuses.js'

/** What a response says. Whatever is missing or malformed, there is an answer. */
export function readResponsesAnswer(body: unknown): ModelAnswer {
  return toAnswer({ items: readList(body, 'output'), body, failure: failureOf(body) })
}

/** What a response says went wrong. */
export function failureOf(body: unknown): AnswerFailure | undefined {
  return readFailure(body, FAILURE_STATUSES)
}

interface ReadPieces {
  readonly items: readonly unknown[]
  /** The response, of which status and usage are read. */
  readonly body: unknown
  readonly failure: AnswerFailure | undefined
  readonly findProblem?: (item: unknown) => string | undefined
}

/** Shared with the stream, which puts the same items together from pieces. */
export function toAnswer({ items, body, failure, findProblem }: ReadPieces): ModelAnswer {
  const status = statusOf(body)
  const asked = items.filter((item) => CALLS.has(readText(item, 'type') ?? ''))
  const stop = status === 'done' && asked.length > 0 ? 'calls' : status
  const isWhole = stop === 'calls' || stop === 'other'
  const calls = asked.map((item) =>
    toCall(item, findProblem?.(item) ?? (isWhole ? undefined : 'the answer broke off')),
  )
  const spent = usageOf(readField(body, 'usage'))
  return {
    // Parsed from JSON, they are JSON.
    entries: items as readonly JsonValue[],
    text: items.flatMap(textsOf).join(''),
    calls,
    stop,
    ...(spent && { usage: spent }),
    ...(failure && { failure }),
  }
}

const CALLS = new Set(['function_call', 'custom_tool_call'])

function toCall(item: unknown, problem: string | undefined): AnsweredCall {
  const namespace = readText(item, 'namespace')
  const isFunction = readField(item, 'type') === 'function_call'
  const status = readField(item, 'status')
  const trouble =
    problem ??
    (isFunction ? undefined : 'it is no call of a function') ??
    (status === 'incomplete' || status === 'in_progress' ? 'it was not completed' : undefined)
  return {
    id: readText(item, 'call_id') ?? '',
    name: readText(item, 'name') ?? '',
    ...(namespace !== undefined && { namespace }),
    arguments: readText(item, 'arguments') ?? '',
    ...(trouble !== undefined && { problem: trouble }),
  }
}

function textsOf(item: unknown): readonly string[] {
  if (readField(item, 'type') !== 'message') return []
  return readList(item, 'content').map((part) =>
    readField(part, 'type') === 'output_text' ? (readText(part, 'text') ?? '') : '',
  )
}

/** Why a response ended, by its status. */
function statusOf(body: unknown): StopReason {
  switch (readField(body, 'status')) {
    case 'completed':
      return 'done'
    case 'incomplete': {
      const reason = readField(readField(body, 'incomplete_details'), 'reason')
      if (reason === 'max_output_tokens') return 'length'
      return reason === 'content_filter' ? 'refused' : 'broken'
    }
    default:
      return 'broken'
  }
}

function usageOf(usage: unknown): Usage | undefined {
  const inputTokens = readCount(usage, 'input_tokens')
  const outputTokens = readCount(usage, 'output_tokens')
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const cachedTokens = readCount(readField(usage, 'input_tokens_details'), 'cached_tokens')
  const reasoningTokens = readCount(readField(usage, 'output_tokens_details'), 'reasoning_tokens')
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}
