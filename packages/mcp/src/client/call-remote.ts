import { createToolError, stop, type ToolError } from '@armorer/core'
import { type RuntimeToolContext, type ToolEvent } from '@armorer/runtime'
import {
  ProtocolError,
  ProtocolErrorCode,
  UnauthorizedError,
  type CallToolResult,
  type Progress,
  type Tool,
} from '@modelcontextprotocol/client'
import { IDEMPOTENCY_KEY } from '../idempotency-key.js'
import { type Connection } from './connection.js'
import { toFailure, toValue } from './to-value.js'

export interface RemoteCall {
  readonly id: string
  /** The tool as it was agreed to, but for its output, which is checked here: the SDK would call a wrong answer a refusal. */
  readonly listed: Pick<Tool, 'name' | 'inputSchema'>
  readonly input: unknown
  /** Whether it changes anything, or may. */
  readonly isWrite: boolean
  /** Whether asking twice does no more than asking once. */
  readonly isRepeatable: boolean
  readonly timeoutMs: number
}

/** Calls a tool of a server. Once a write was sent, nothing but the server's answer says that it did not happen. */
export async function callRemote(
  connection: Connection,
  call: RemoteCall,
  ctx: RuntimeToolContext,
): Promise<unknown> {
  await connection.open().catch((cause: unknown) => {
    throw unreachable(call, cause)
  })
  const result = await send(connection, call, ctx)
  if (result.isError === true) throw toFailure(call.id, result)
  return toValue(result)
}

async function send(
  connection: Connection,
  call: RemoteCall,
  ctx: RuntimeToolContext,
): Promise<CallToolResult> {
  const { listed, input, timeoutMs } = call
  const { idempotencyKey } = ctx
  const params = {
    name: listed.name,
    // Validated by the tool's own schema, which is one of objects.
    arguments: input as Record<string, unknown>,
    ...(idempotencyKey !== undefined && { _meta: { [IDEMPOTENCY_KEY]: idempotencyKey } }),
  }
  const options = {
    signal: ctx.signal,
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    toolDefinition: listed,
    onprogress: (said: Progress) => void ctx.dispatch(toEvent(said)),
  }
  try {
    return await connection.use((client) => client.callTool(params, options))
  } catch (cause) {
    throw toSendError(call, cause, ctx.cancelled)
  }
}

function toSendError(
  { id, isWrite, isRepeatable }: RemoteCall,
  cause: unknown,
  isCancelled: boolean,
): ToolError {
  if (cause instanceof ProtocolError) {
    return isWrite && !isBeforehand(cause) ? brokenOff(id, cause) : refused(id, cause)
  }
  if (cause instanceof UnauthorizedError) return unauthorized(id, cause)
  if (isWrite) return lost(id, cause, isRepeatable)
  return createToolError({
    category: isCancelled ? 'cancelled' : 'transient',
    code: 'mcp.no_answer',
    message: `${id}: ${wordsOf(cause)}`,
    cause,
  })
}

/** Errors by which a server says that it cannot even begin. */
const BEFOREHAND: ReadonlySet<number> = new Set([
  ProtocolErrorCode.ParseError,
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.InvalidParams,
])

/** By these words servers of the SDK refuse, as invalid parameters, what their own tool has answered. */
const AFTERWARDS = /Invalid tools\/call result/

function isBeforehand({ code, message }: ProtocolError): boolean {
  return BEFOREHAND.has(code) && !AFTERWARDS.test(message)
}

function toEvent({ progress, total, message }: Progress): ToolEvent {
  return {
    kind: 'progress',
    done: progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message }),
  }
}

function unauthorized(id: string, cause: Error): ToolError {
  const message = `${id}: its server wants a person's leave: ${wordsOf(cause)}`
  return createToolError({ category: 'permission', code: 'mcp.unauthorized', message, cause })
}

function unreachable({ id }: RemoteCall, cause: unknown): ToolError {
  const message = `${id}: its server cannot be reached: ${wordsOf(cause)}`
  return createToolError({ category: 'transient', code: 'mcp.unreachable', message, cause })
}

function refused(id: string, cause: ProtocolError): ToolError {
  return createToolError({
    category: 'validation',
    code: 'mcp.refused',
    message: `${id}: its server refuses the call: ${wordsOf(cause)}`,
    details: { code: cause.code },
    cause,
  })
}

function brokenOff(id: string, cause: ProtocolError): ToolError {
  const message = `${id}: its server broke off, and whether it was done is not known: ${wordsOf(cause)}`
  const details = { code: cause.code }
  return stop({ kind: 'unknown' }, message, { code: 'mcp.broken_off', details, cause })
}

function lost(id: string, cause: unknown, retryable: boolean): ToolError {
  const message = `${id}: it was sent, and no answer came: ${wordsOf(cause)}`
  return stop({ kind: 'unknown' }, message, { code: 'mcp.no_answer', retryable, cause })
}

const MOST = 500

function wordsOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST)
}
