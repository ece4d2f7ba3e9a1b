import { type CallFacts, type Toolbox, type ToolResult } from '@armorer/runtime'
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { callerOf, type McpCaller } from './caller-of.js'
import { listTools, type ListedTool } from './list-tools.js'
import { readIdempotencyKey } from './read-meta.js'
import { createReaders, mayHoldOutput, type Readers } from './readers.js'
import { tellProgress } from './tell-progress.js'
import { toAnswer, toCallResult, type McpAnswer } from './to-answer.js'

export interface McpServerOptions {
  readonly name: string
  readonly version: string
  /** What a model should know before it uses any of the tools. */
  readonly instructions?: string
  /** Who asks, and for whom. Asked for each call. */
  readonly facts: (caller: McpCaller) => CallFacts
  /** Who has read what strangers wrote: all that they ask for afterwards is labelled `untrusted`. */
  readonly readers?: Readers
  /** Another form for results than the usual one. */
  readonly answer?: (result: ToolResult) => McpAnswer
}

/** Makes a server for each connection. The tools are those of the toolbox now: a list that changes under a client is no use to it. */
export function createMcpServer(toolbox: Toolbox, options: McpServerOptions): () => Server {
  const listed = listTools(toolbox)
  const tools = [...listed.values()].map(({ tool }) => tool)
  const call = createCaller(toolbox, options)
  const { name, version, instructions } = options

  return () => {
    const server = new Server(
      { name, version },
      {
        capabilities: { tools: {} },
        cacheHints: { 'tools/list': { ttlMs: AN_HOUR, cacheScope: 'public' } },
        ...(instructions !== undefined && { instructions }),
      },
    )
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const one = listed.get(params.name)
      if (!one) throw unknownTool(params.name)
      return call(one, params.arguments ?? {}, { caller: callerOf(server, mcpReq), mcpReq })
    })
    return server
  }
}

const AN_HOUR = 60 * 60 * 1000

interface Asked {
  readonly caller: McpCaller
  readonly mcpReq: ServerContext['mcpReq']
}

function createCaller(toolbox: Toolbox, options: McpServerOptions) {
  const { facts, readers = createReaders(), answer = toAnswer } = options

  return async (
    { definition }: ListedTool,
    given: unknown,
    { caller, mcpReq }: Asked,
  ): Promise<CallToolResult> => {
    const known = facts(caller)
    const { principal } = known
    const idempotencyKey = readIdempotencyKey(mcpReq._meta)
    const hasRead = principal !== undefined && (await readers.hasRead(principal))
    const result = await toolbox.execute(
      { name: definition.id, arguments: given },
      {
        ...known,
        requestId: String(mcpReq.id),
        signal: mcpReq.signal,
        labels: [...new Set([...(known.labels ?? []), ...(hasRead ? ['untrusted'] : [])])],
        onEvent: tellProgress(mcpReq),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    )
    if (principal && definition.risk.untrustedOutput && mayHoldOutput(result)) {
      await readers.markRead(principal)
    }
    return toCallResult(answer(result))
  }
}

function unknownTool(name: string): ProtocolError {
  const shown = name.slice(0, 128)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${shown}`)
}
