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

/** What a generated content says: its first candidate. Whatever is missing or malformed, there is an answer. */
export function readGeminiAnswer(body: unknown): ModelAnswer {
  const [candidate] = readList(body, 'candidates')
  const parts = readList(readField(candidate, 'content'), 'parts')
  return toAnswer({
    parts,
    reason: reasonOf(body, candidate),
    usage: readField(body, 'usageMetadata'),
    failure: failureOf(body),
  })
}

/** What a body, or a chunk of a stream, says went wrong. Its code is a status. */
export function failureOf(body: unknown): AnswerFailure | undefined {
  return readFailure(body, new Map())
}

interface ReadPieces {
  readonly parts: readonly unknown[]
  readonly reason: unknown
  readonly usage: unknown
  readonly failure: AnswerFailure | undefined
  readonly findProblem?: (part: unknown) => string | undefined
}

/** Why an answer ended; one that was blocked before it began has no candidate to say so. */
export function reasonOf(body: unknown, candidate: unknown): unknown {
  const blocked = readField(readField(body, 'promptFeedback'), 'blockReason')
  return blocked === undefined ? readField(candidate, 'finishReason') : 'SAFETY'
}

/** Shared with the stream, which puts the same parts together from pieces. */
export function toAnswer({ parts, reason, usage, failure, findProblem }: ReadPieces): ModelAnswer {
  const asked = parts.filter((part) => isObject(readField(part, 'functionCall')))
  const stop = stopOf(reason, asked.length > 0)
  const calls = asked.map((part, index) =>
    toCall(readField(part, 'functionCall'), index, CUT_OFF.get(stop) ?? findProblem?.(part)),
  )
  const spent = usageOf(usage)
  return {
    // Parsed from JSON, they are JSON.
    entries: parts.length > 0 ? [{ role: 'model', parts: parts as readonly JsonValue[] }] : [],
    text: parts.map((part) => (isThought(part) ? '' : (readText(part, 'text') ?? ''))).join(''),
    calls,
    stop,
    ...(spent && { usage: spent }),
    ...(failure && { failure }),
  }
}

export function isThought(part: unknown): boolean {
  return readField(part, 'thought') === true
}

/** The id of a call for which Gemini gave none: its place in the answer. It is never sent back. */
export const NO_ID = 'call-without-id-'

function toCall(call: unknown, index: number, problem: string | undefined): AnsweredCall {
  const isHalf =
    readField(call, 'willContinue') === true || readList(call, 'partialArgs').length > 0
  const trouble = problem ?? (isHalf ? 'its arguments came in pieces' : undefined)
  return {
    id: readText(call, 'id') ?? `${NO_ID}${index}`,
    name: readText(call, 'name') ?? '',
    ...writeArguments(readField(call, 'args')),
    ...(trouble !== undefined && { problem: trouble }),
  }
}

/** Calls of an answer that ended so may be only half there. */
const CUT_OFF: ReadonlyMap<StopReason, string> = new Map([
  ['length', 'the answer ran out of tokens'],
  ['refused', 'the answer was blocked'],
  ['broken', 'the answer broke off'],
  ['other', 'the answer did not end as it should'],
])

const REFUSED: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
])

function stopOf(reason: unknown, hasCalls: boolean): StopReason {
  if (reason === 'STOP') return hasCalls ? 'calls' : 'done'
  if (reason === 'MAX_TOKENS') return 'length'
  if (REFUSED.has(reason)) return 'refused'
  return reason === undefined || reason === null ? 'broken' : 'other'
}

/** Thoughts are counted apart from what is said. */
function usageOf(usage: unknown): Usage | undefined {
  const inputTokens = readCount(usage, 'promptTokenCount')
  if (inputTokens === undefined) return undefined
  const reasoningTokens = readCount(usage, 'thoughtsTokenCount')
  const cachedTokens = readCount(usage, 'cachedContentTokenCount')
  return {
    inputTokens,
    outputTokens: (readCount(usage, 'candidatesTokenCount') ?? 0) + (reasoningTokens ?? 0),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
