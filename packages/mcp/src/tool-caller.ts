import { stop, type ToolDefinition, type ToolRisk } from '@armorer/core'
import { type CallFacts, type Toolbox, type ToolResult } from '@armorer/runtime'
import { type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import { type McpCaller } from './caller-of.js'
import { answersAsFact, type Answers } from './forms/answers.js'
import { type BoundCall, type Forms, type Round } from './forms/forms.js'
import { requestAsFact } from './mcp-request.js'
import { findMcpResult, type McpResult } from './mcp-result.js'
import { labelsOf, markRead } from './note-reader.js'
import { createReaders, type Readers } from './readers.js'
import { tellProgress } from './tell-progress.js'
import { toAnswer, toCallResult, type McpAnswer } from './to-answer.js'
import { withheld } from './withheld.js'

export interface ToolCallerOptions {
  /** Who asks, and for whom. Asked for each call. */
  readonly facts: (caller: McpCaller) => CallFacts
  /** Who has read what strangers wrote: all that they ask for afterwards is labelled `untrusted`. */
  readonly readers?: Readers
  /** Another form for results than the usual one. */
  readonly answer?: (result: ToolResult) => McpAnswer
  /** Where people decide about what waits for them, in words for a model to pass on. */
  readonly decideAt?: string
}

/** A request for a call, and who has made it. */
export interface AskedCall {
  readonly arguments: unknown
  readonly caller: McpCaller
  readonly request: ServerContext
  /** The client's own. */
  readonly idempotencyKey: string | undefined
  /** Whether the client speaks a revision from 2026 on. */
  readonly isModern: boolean
  /** Where the client can show its person a form. */
  readonly forms: Forms | undefined
}

/** What a call came to. */
export type Said =
  /** In words of ours, which the SDK would pass on as they are. */
  | { readonly kind: 'told'; readonly result: CallToolResult }
  /** In words that the SDK has to look at: those of a tool that speaks the protocol itself, or of a form. */
  | { readonly kind: 'spoken'; readonly result: McpResult }

export type ToolCaller = (definition: ToolDefinition, asked: AskedCall) => Promise<Said>

/** Makes calls of the protocol calls of the toolbox. */
export function createToolCaller(
  toolbox: Toolbox,
  { facts, readers = createReaders(), answer = toAnswer, decideAt }: ToolCallerOptions,
): ToolCaller {
  const run = async (call: BoundCall, asked: AskedCall, answers: Answers) => {
    const { idempotencyKey, request } = asked
    const { mcpReq } = request
    const known = labelsOf(readers, call.facts)
    const labels = 'then' in known ? await known : known
    return toolbox.execute(
      { name: call.tool, arguments: call.arguments },
      {
        ...call.facts,
        ...requestAsFact(request),
        ...(answers.size > 0 && answersAsFact(answers)),
        labels,
        requestId: String(mcpReq.id),
        signal: mcpReq.signal,
        onEvent: tellProgress(mcpReq),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    )
  }

  return async (definition, asked) => {
    const { forms } = asked
    const call = { tool: definition.id, arguments: asked.arguments, facts: facts(asked.caller) }
    const round = forms ? await forms.resume(call, asked.request.mcpReq) : FIRST
    if (round.kind === 'again') return spokenBy(round.form)
    const answers = round.kind === 'answered' ? round.answers : NONE
    const heard = round.kind === 'own' ? withState(asked, round.state) : asked
    const outcome = settled(round, definition) ?? (await run(call, heard, answers))
    const form = outcome.kind === 'pending' ? forms?.ask(call, outcome, answers) : undefined
    if (form && round.kind !== 'dismissed') return spokenBy(form)
    const { risk } = definition
    const marked = risk.untrustedOutput
      ? await markRead(readers, call.facts, { result: outcome, risk })
      : outcome
    const spoken = marked.kind === 'done' ? findMcpResult(marked.value) : undefined
    if (spoken) return spokenBy(forms ? forms.sealOwn(call, spoken) : spoken)
    const takesAny = asked.isModern && definition.output !== undefined
    const result = toCallResult(say(answer, placed(marked, decideAt), risk), { takesAny })
    // The SDK drops this key of what it passes on.
    const isDropped = Object.hasOwn(Object(result.structuredContent), '__proto__')
    return { kind: isDropped ? 'spoken' : 'told', result }
  }
}

const FIRST: Round = { kind: 'first' }
const NONE: Answers = new Map()

function spokenBy(result: McpResult): Said {
  return { kind: 'spoken', result }
}

/** A tool that speaks the protocol itself reads the state that it gave, and not what it was sealed in. */
function withState(asked: AskedCall, state: string): AskedCall {
  // The accessor's type is the reader's own promise.
  const requestState = (() => state) as ServerContext['mcpReq']['requestState']
  const { request } = asked
  return { ...asked, request: { ...request, mcpReq: { ...request.mcpReq, requestState } } }
}

/** What is settled by what a person did with a form, so that nothing runs. */
function settled(round: Round, { id }: ToolDefinition): ToolResult | undefined {
  const base = { callId: '', tool: id }
  if (round.kind === 'declined') {
    const { rule } = round.ask
    const stopped = { kind: 'denied', ...(rule !== undefined && { rule }) } as const
    return { ...base, ...stopped, error: stop(stopped, 'a person was asked, and declined') }
  }
  if (round.kind !== 'dismissed') return undefined
  const { asks, approvalId } = round
  const stopped = {
    kind: 'pending',
    asks,
    ...(approvalId !== undefined && { approvalId }),
  } as const
  return { ...base, ...stopped, error: stop(stopped, 'a person was asked, and has not answered') }
}

/** What waits for a person tells where that person is to go. */
function placed(result: ToolResult, decideAt: string | undefined): ToolResult {
  if (result.kind !== 'pending' || decideAt === undefined) return result
  const { asks, approvalId, error } = result
  const stopped = {
    kind: 'pending',
    asks,
    ...(approvalId !== undefined && { approvalId }),
  } as const
  const { code, details } = error
  const message = `${error.message}; ${decideAt}`
  return { ...result, error: stop(stopped, message, { code, ...(details && { details }) }) }
}

function say(
  answer: (result: ToolResult) => McpAnswer,
  result: ToolResult,
  risk: ToolRisk,
): McpAnswer {
  try {
    return answer(result)
  } catch (cause) {
    const message = `${result.tool}: what it gave cannot be said in JSON`
    return answer(
      withheld(result, risk, { category: 'internal', code: 'mcp.unsayable', message, cause }),
    )
  }
}
