import { createToolError, type ToolDefinition, type ToolErrorOptions } from '@armorer/core'
import { type CallFacts, type Principal, type Toolbox, type ToolResult } from '@armorer/runtime'
import { type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import { type McpCaller } from './caller-of.js'
import { readIdempotencyKey } from './read-meta.js'
import { createReaders, mayHoldOutput, type Readers } from './readers.js'
import { tellProgress } from './tell-progress.js'
import { toAnswer, toCallResult, type McpAnswer } from './to-answer.js'

export interface ToolCallerOptions {
  /** Who asks, and for whom. Asked for each call. */
  readonly facts: (caller: McpCaller) => CallFacts
  /** Who has read what strangers wrote: all that they ask for afterwards is labelled `untrusted`. */
  readonly readers?: Readers
  /** Another form for results than the usual one. */
  readonly answer?: (result: ToolResult) => McpAnswer
}

/** A request for a call, and who has made it. */
export interface AskedCall {
  readonly arguments: unknown
  readonly caller: McpCaller
  readonly mcpReq: ServerContext['mcpReq']
}

export type ToolCaller = (definition: ToolDefinition, asked: AskedCall) => Promise<CallToolResult>

/** Makes calls of the protocol calls of the toolbox. */
export function createToolCaller(
  toolbox: Toolbox,
  { facts, readers = createReaders(), answer = toAnswer }: ToolCallerOptions,
): ToolCaller {
  return async (definition, { arguments: given, caller, mcpReq }) => {
    const known = facts(caller)
    const idempotencyKey = readIdempotencyKey(mcpReq._meta)
    const who = known.principal ?? ANYONE
    const labels = [...(known.labels ?? []), ...(await labelsOf(readers, who))]
    const result = await toolbox.execute(
      { name: definition.id, arguments: given },
      {
        ...known,
        labels: [...new Set(labels)],
        requestId: String(mcpReq.id),
        signal: mcpReq.signal,
        onEvent: tellProgress(mcpReq),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    )
    const marked = definition.risk.untrustedOutput ? await markRead(readers, who, result) : result
    return toCallResult(say(answer, marked))
  }
}

/** Where nobody says who asks, all who ask are one. */
const ANYONE: Principal = { kind: 'agent', id: 'unknown' }

/** Whoever cannot be looked up counts as one who has read. */
async function labelsOf(readers: Readers, who: Principal): Promise<readonly string[]> {
  try {
    return (await readers.hasRead(who)) ? ['untrusted'] : []
  } catch {
    return ['untrusted']
  }
}

/** What cannot be noted is not handed over. */
async function markRead(readers: Readers, who: Principal, result: ToolResult): Promise<ToolResult> {
  if (!mayHoldOutput(result)) return result
  try {
    await readers.markRead(who)
    return result
  } catch (cause) {
    const message =
      'what was read is held back, because it could not be noted who reads it; try again'
    return fail(result, { category: 'transient', code: 'mcp.reader_not_noted', message, cause })
  }
}

function say(answer: (result: ToolResult) => McpAnswer, result: ToolResult): McpAnswer {
  try {
    return answer(result)
  } catch (cause) {
    const message = `${result.tool}: what it gave cannot be said in JSON`
    return answer(fail(result, { category: 'internal', code: 'mcp.unsayable', message, cause }))
  }
}

function fail({ callId, tool }: ToolResult, error: ToolErrorOptions): ToolResult {
  return { kind: 'failed', callId, tool, error: createToolError(error) }
}
