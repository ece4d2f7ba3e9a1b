import { createToolError, type ToolErrorCategory } from '../errors.js'
import { findUnjson, hasLoneSurrogate, MAX_DEPTH } from '../json.js'
import { type AnsweredCall, type ModelAnswer } from '../run/model-answer.js'
import { type CallOutcome, type ModelCall } from './call-outcome.js'
import { mendArguments, type MendPlan } from './mend.js'
import { bindingKey, type Bindings } from './tool-export.js'

/** The calls of an answer: those that may be made, and those that were refused and are answered already. */
export interface ReceivedCalls {
  readonly calls: readonly ModelCall[]
  readonly refused: readonly CallOutcome[]
  /** Every call under its provider's names, in the order in which an answer is owed to each. */
  readonly asked: ReadonlyArray<Pick<AnsweredCall, 'id' | 'name' | 'namespace'>>
}

export interface ReceiveOptions {
  /** Longer arguments are refused, in UTF-16 units. */
  readonly maxArgumentsLength?: number
  /** Of further calls in one answer none is made. */
  readonly maxCalls?: number
}

/**
 * Reads the calls of an answer. Only what was exported can be called: an unknown name, an id that is used twice, a broken
 * stream or text that is too long, too deep or damaged ends in a refusal, and never in a call.
 */
export function receiveAnswer(
  { calls: answered }: Pick<ModelAnswer, 'calls'>,
  { bindings }: { readonly bindings: Bindings },
  { maxArgumentsLength = 1_000_000, maxCalls = 256 }: ReceiveOptions = {},
): ReceivedCalls {
  const uses = new Map<string, number>()
  for (const { id } of answered) uses.set(id, (uses.get(id) ?? 0) + 1)
  const calls: ModelCall[] = []
  const refused: CallOutcome[] = []

  for (const [index, call] of answered.entries()) {
    const binding = bindings.get(bindingKey(call.name, call.namespace))
    const problem =
      findCallProblem(call, uses, index >= maxCalls) ??
      findTextProblem(call.arguments, maxArgumentsLength)
    if (problem || !binding) {
      refused.push(refuse(call, problem ?? unknownTool(call)))
      continue
    }
    const text = binding.mend ? mendText(call.arguments, binding.mend) : call.arguments
    // JSON text within JSON shows only now what it holds.
    const hidden = text === call.arguments ? undefined : findHiddenProblem(text)
    if (hidden) refused.push(refuse(call, hidden))
    else calls.push({ id: call.id, name: binding.tool, arguments: text ?? '' })
  }
  return { calls, refused, asked: answered.map(toAsked) }
}

interface Problem {
  readonly category: ToolErrorCategory
  readonly code: string
  readonly message: string
}

function findCallProblem(
  { id, problem }: AnsweredCall,
  uses: ReadonlyMap<string, number>,
  isBeyond: boolean,
): Problem | undefined {
  if (problem !== undefined) {
    return { category: 'validation', code: 'toolbox.broken_call', message: `not made: ${problem}` }
  }
  if (id === '') {
    return { category: 'validation', code: 'toolbox.invalid_call', message: 'a call without an id' }
  }
  if ((uses.get(id) ?? 0) > 1) {
    return {
      category: 'conflict',
      code: 'toolbox.duplicate_call_id',
      message: 'several calls of one answer have this id, so none of them was made',
    }
  }
  if (!isBeyond) return undefined
  return {
    category: 'validation',
    code: 'toolbox.too_many_calls',
    message: 'too many calls in one answer; make fewer at a time',
  }
}

function findTextProblem(text: string, maxLength: number): Problem | undefined {
  const invalid = (code: string, message: string): Problem => ({
    category: 'validation',
    code,
    message,
  })
  if (text.length > maxLength) {
    return invalid(
      'toolbox.arguments_too_long',
      `arguments of ${text.length} characters; at most ${maxLength} are taken`,
    )
  }
  if (nestsTooDeep(text)) return TOO_DEEP
  if (!isDamaged(text)) return undefined
  return invalid('toolbox.damaged_text', 'the arguments hold damaged text; write them again')
}

const TOO_DEEP: Problem = {
  category: 'validation',
  code: 'toolbox.arguments_too_deep',
  message: `arguments nest over ${MAX_DEPTH} levels`,
}

/** Bytes that were no UTF-8, or half of a surrogate pair: as it is, or written as an escape. */
function isDamaged(text: string): boolean {
  if (text.includes('\uFFFD') || hasLoneSurrogate(text)) return true
  if (!/\\u[dD]/.test(text)) return false
  try {
    return findUnjson(JSON.parse(text)) !== undefined
  } catch {
    // What is no JSON at all is answered by the tool's validation.
    return false
  }
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isInside) {
      if (unit === BACKSLASH) at++
      else if (unit === QUOTE) isInside = false
    } else if (unit === QUOTE) isInside = true
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      if (++depth > MAX_DEPTH) return true
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
]

/** Text that is no JSON is left to the tool's validation; `undefined` for what nests deeper than can be written. */
function mendText(text: string, plan: MendPlan): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  try {
    return JSON.stringify(mendArguments(value, plan))
  } catch {
    return undefined
  }
}

function findHiddenProblem(text: string | undefined): Problem | undefined {
  return text === undefined ? TOO_DEEP : findTextProblem(text, Infinity)
}

function refuse({ id, name }: AnsweredCall, { category, code, message }: Problem): CallOutcome {
  const error = createToolError({ category, code, message })
  return { kind: 'failed', callId: id, tool: name.slice(0, MAX_NAME), error }
}

const MAX_NAME = 256

function unknownTool({ name }: AnsweredCall): Problem {
  return {
    category: 'not_found',
    code: 'toolbox.unknown_tool',
    message: `there is no tool called ${JSON.stringify(name.slice(0, MAX_NAME))}`,
  }
}

function toAsked({ id, name, namespace }: AnsweredCall) {
  return { id, name, ...(namespace !== undefined && { namespace }) }
}
