import { createToolError } from '@armorer/core'
import { type CallDecision } from './agent-run.js'
import { type OpenCall, type RunState } from './run-state.js'

/**
 * Refuses decisions unless each is one, on a call that waits for it. They come as JSON, from a form or a chat, so their types
 * promise nothing; all are looked at before any is kept.
 */
export function checkDecisions(decisions: unknown, state: RunState): void {
  if (!Array.isArray(decisions)) throw badDecision('decisions', 'must be a list', decisions)
  const seen = new Map<string, string>()
  for (const [index, given] of decisions.entries()) {
    const { callId, answer, by, arguments: text } = readDecision(given, index)
    const call = state.open.find((one) => one.call.id === callId)
    const before = call?.decision?.by ?? seen.get(callId)
    if (before !== undefined) throw decidedBefore(callId, before)
    if (!call?.waiting) throw notWaiting(callId)
    if (isUnderWay(call, state)) throw maybeMade(callId)
    if (answer === 'edited' && text === undefined) throw noArguments(callId)
    seen.set(callId, by)
  }
}

/** Whether it was begun since it last waited. What another run has begun, of which this one is a fork, waits here for its own. */
function isUnderWay({ began, place }: OpenCall, { start }: RunState): boolean {
  return began && start?.forkOf?.begun?.[place] === undefined
}

const ANSWERS: ReadonlySet<unknown> = new Set<CallDecision['answer']>([
  'approved',
  'rejected',
  'edited',
])

function readDecision(given: unknown, index: number): CallDecision {
  const which = `decision ${index}`
  if (typeof given !== 'object' || given === null) {
    throw badDecision(which, 'must be an object with callId, answer and by', given)
  }
  const decision: Partial<Record<keyof CallDecision, unknown>> = given
  const { callId, answer, by } = decision
  if (typeof callId !== 'string') throw badDecision(`${which}: callId`, 'must be a text', callId)
  const where = `${which}, on call ${callId}:`
  if (!ANSWERS.has(answer)) {
    throw badDecision(`${where} answer`, `must be one of ${[...ANSWERS].join(', ')}`, answer)
  }
  if (typeof by !== 'string' || by.trim() === '') {
    throw badDecision(`${where} by`, 'must be a text that says who decided', by)
  }
  for (const field of ['arguments', 'message'] as const) {
    const value = decision[field]
    if (value === undefined || typeof value === 'string') continue
    const what = field === 'arguments' ? 'must be JSON text' : 'must be a text'
    throw badDecision(`${where} ${field}`, what, value)
  }
  // Each of its fields was looked at.
  return decision as CallDecision
}

function badDecision(which: string, allowed: string, given: unknown) {
  return createToolError({
    category: 'validation',
    code: 'agent.bad_decision',
    message: `${which} ${allowed}, and is ${show(given)}`,
  })
}

function show(given: unknown): string {
  if (given === undefined) return 'missing'
  if (typeof given === 'string') return JSON.stringify(given.slice(0, 40))
  if (typeof given === 'boolean' || typeof given === 'number' || given === null) return `${given}`
  return Array.isArray(given) ? 'a list' : 'an object'
}

function notWaiting(callId: string) {
  return createToolError({
    category: 'not_found',
    code: 'agent.no_open_call',
    message: `no call ${callId} of this run waits for a decision`,
  })
}

function maybeMade(callId: string) {
  return createToolError({
    category: 'conflict',
    code: 'agent.no_open_call',
    message: `call ${callId} may have been made already: resume the run without a decision on it`,
  })
}

function decidedBefore(callId: string, by: string) {
  return createToolError({
    category: 'conflict',
    code: 'agent.decided_before',
    message: `call ${callId} was decided by ${by} already`,
  })
}

function noArguments(callId: string) {
  return createToolError({
    category: 'validation',
    code: 'agent.no_arguments',
    message: `call ${callId}: an edit says what the arguments are now`,
  })
}
