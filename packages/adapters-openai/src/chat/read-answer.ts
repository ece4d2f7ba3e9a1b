import {
  type AnsweredCall,
  type AnswerFailure,
  type ModelAnswer,
  type StopReason,
  type Usage,
} from '@armorer/core'
import {
  isJsonObject,
  readCount,
  readFailure,
  readField,
  readList,
  readText,
  writeArguments,
} from '@armorer/core/adapter'
import { FAILURE_STATUSES } from '../failure-statuses.js'

/** What a chat completion says: its first choice. Whatever is missing or malformed, there is an answer. */
export function readOpenAIAnswer(body: unknown): ModelAnswer {
  const [choice] = readList(body, 'choices')
  const message = readField(choice, 'message')
  const finish = readField(choice, 'finish_reason')
  return toAnswer({ message, finish, usage: readField(body, 'usage'), failure: failureOf(body) })
}

/** What a body, or a chunk of a stream, says went wrong. */
export function failureOf(body: unknown): AnswerFailure | undefined {
  return readFailure(body, FAILURE_STATUSES)
}

interface ReadPieces {
  readonly message: unknown
  readonly finish: unknown
  readonly usage: unknown
  readonly failure: AnswerFailure | undefined
  /** Why a call cannot be believed, by its place. */
  readonly problems?: ReadonlyMap<number, string>
}

/** Shared with the stream, which puts the same message together from pieces. */
export function toAnswer({
  message,
  finish,
  usage,
  failure,
  problems = new Map(),
}: ReadPieces): ModelAnswer {
  const listed = readList(message, 'tool_calls')
  const stop = stopOf(finish, listed.length > 0)
  const calls = listed.map((call, index) => toCall(call, problems.get(index) ?? CUT_OFF.get(stop)))
  const spent = usageOf(usage)
  return {
    entries: isJsonObject(message) ? [message] : [],
    text: readText(message, 'content') ?? '',
    calls,
    stop,
    ...(spent && { usage: spent }),
    ...(failure && { failure }),
  }
}

/** Calls of an answer that ended so may be only half there. */
const CUT_OFF: ReadonlyMap<StopReason, string> = new Map([
  ['length', 'the answer ran out of tokens'],
  ['refused', 'the answer was cut off by a filter'],
  ['broken', 'the answer broke off'],
])

function toCall(call: unknown, problem: string | undefined): AnsweredCall {
  const details = readField(call, 'function')
  const isFunction = typeof details === 'object' && details !== null
  const given = readField(details, 'arguments')
  // Some hosts send a value where the format has text.
  const written = typeof given === 'string' ? { arguments: given } : writeArguments(given)
  const trouble = problem ?? (isFunction ? undefined : 'it is no call of a function')
  return {
    id: readText(call, 'id') ?? '',
    name: readText(details, 'name') ?? readText(readField(call, 'custom'), 'name') ?? '',
    ...written,
    ...(trouble !== undefined && { problem: trouble }),
  }
}

function stopOf(finish: unknown, hasCalls: boolean): StopReason {
  switch (finish) {
    case 'stop':
      return hasCalls ? 'calls' : 'done'
    case 'tool_calls':
    case 'function_call':
      return 'calls'
    case 'length':
      return 'length'
    case 'content_filter':
      return 'refused'
    case undefined:
    case null:
    case 'error':
      return 'broken'
    default:
      return 'other'
  }
}

function usageOf(usage: unknown): Usage | undefined {
  const inputTokens = readCount(usage, 'prompt_tokens')
  const outputTokens = readCount(usage, 'completion_tokens')
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const cachedTokens = readCount(readField(usage, 'prompt_tokens_details'), 'cached_tokens')
  const reasoningTokens = readCount(
    readField(usage, 'completion_tokens_details'),
    'reasoning_tokens',
  )
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}
