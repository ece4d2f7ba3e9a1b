import { type ToolDefinition } from '@armorer/core'
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type RequestMeta,
} from '@modelcontextprotocol/server'
import { type McpCaller } from './caller-of.js'
import { type McpResult } from './mcp-result.js'
import { plainRequest, type FindServer } from './plain-request.js'
import { type ToolCaller } from './tool-caller.js'

/** A call with little beside it: no form to show, no state of an earlier round, no key. */
export interface PlainCall {
  readonly request: JSONRPCRequest
  readonly definition: ToolDefinition
  readonly arguments: unknown
  readonly meta: RequestMeta | undefined
  readonly caller: McpCaller
}

/** Where what comes of a call goes. */
export interface PlainCallTargets {
  send(message: JSONRPCMessage): Promise<void>
  /** Has the SDK say it, which knows what else the protocol allows. */
  handOver(request: JSONRPCRequest, outcome: () => McpResult): void
  readonly findServer: FindServer
}

/** Plain calls under way. */
export interface PlainCalls {
  /** Settled once it is answered, or handed over. */
  begin(call: PlainCall): Promise<void>
  /** Whether the message has cancelled one of these. */
  cancel(message: JSONRPCMessage): boolean
  close(): void
}

/** Makes plain calls, for which the SDK need not be there. */
export function createPlainCalls(
  call: ToolCaller,
  { send, handOver, findServer }: PlainCallTargets,
): PlainCalls {
  const open = new Map<RequestId, AbortController>()

  const begin = async ({ request, definition, caller, meta, arguments: given }: PlainCall) => {
    const { id } = request
    const controller = new AbortController()
    const { signal } = controller
    open.set(id, controller)
    const asked = {
      arguments: given,
      caller,
      request: plainRequest({ id, meta, signal, send, findServer }),
      idempotencyKey: undefined,
      isModern: false,
      forms: undefined,
    }
    const said = await call(definition, asked).catch(
      (error: unknown) => ({ kind: 'failed', error }) as const,
    )
    if (open.get(id) === controller) open.delete(id)
    if (signal.aborted) return
    if (said.kind === 'told') return send({ result: said.result, jsonrpc: '2.0', id })
    return handOver(request, () => {
      if (said.kind === 'failed') throw said.error
      return said.result
    })
  }

  return {
    begin,
    cancel(message) {
      const cancelled = readCancelled(message)
      const controller = cancelled && open.get(cancelled.id)
      controller?.abort(cancelled?.reason)
      return controller !== undefined
    },
    close() {
      for (const controller of open.values())
        controller.abort(new Error('the connection is closed'))
    },
  }
}

/** What a client no longer waits for; `undefined` where it does not say so as the protocol has it. */
export function readCancelled(
  message: JSONRPCMessage,
): { readonly id: RequestId; readonly reason: string | undefined } | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const { requestId: id, reason } = message.params ?? {}
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  return reason === undefined || typeof reason === 'string' ? { id, reason } : undefined
}
