import { createToolError, stop, type ToolError } from '@armorer/core'
import { type RuntimeToolContext, type ToolEvent } from '@armorer/runtime'
import {
  ProtocolError,
  UnauthorizedError,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/client'
import { IDEMPOTENCY_KEY } from '../idempotency-key.js'
import { type Connection } from './connection.js'
import { toFailure, toValue } from './to-value.js'

export interface RemoteCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** Whether asking twice may do it twice. */
  readonly isWrite: boolean
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
  { id, name, input, isWrite, timeoutMs }: RemoteCall,
  ctx: RuntimeToolContext,
): Promise<CallToolResult> {
  const { idempotencyKey } = ctx
  const params = {
    name,
    // Validated by the tool's own schema, which is one of objects.
    arguments: input as Record<string, unknown>,
    ...(idempotencyKey !== undefined && { _meta: { [IDEMPOTENCY_KEY]: idempotencyKey } }),
  }
  const options = {
    signal: ctx.signal,
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    onprogress: (said: Progress) => void ctx.dispatch(toEvent(said)),
  }
  try {
    return await connection.use((client) => client.callTool(params, options))
  } catch (cause) {
    if (cause instanceof ProtocolError) throw refused(id, cause)
    if (cause instanceof UnauthorizedError) throw unauthorized(id, cause)
    if (isWrite) throw lost(id, cause)
    throw createToolError({
      category: ctx.cancelled ? 'cancelled' : 'transient',
      code: 'mcp.no_answer',
      message: `${id}: ${wordsOf(cause)}`,
      cause,
    })
  }
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

function lost(id: string, cause: unknown): ToolError {
  const message = `${id}: it was sent, and no answer came: ${wordsOf(cause)}`
  return stop({ kind: 'unknown' }, message, { code: 'mcp.no_answer', cause })
}

const MOST = 500

function wordsOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST)
}
