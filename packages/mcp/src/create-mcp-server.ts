import { type Toolbox } from '@armorer/runtime'
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { callerOf } from './caller-of.js'
import { listTools } from './list-tools.js'
import { createToolCaller, type ToolCallerOptions } from './tool-caller.js'

export interface McpServerOptions extends ToolCallerOptions {
  readonly name: string
  readonly version: string
  /** What a model should know before it uses any of the tools. */
  readonly instructions?: string
}

/** Makes a server for each connection. The tools are those of the toolbox now: a list that changes under a client is no use to it. */
export function createMcpServer(toolbox: Toolbox, options: McpServerOptions): () => Server {
  const { name, version, instructions } = options
  const listed = listTools(toolbox)
  const tools = [...listed.values()].map(({ tool }) => tool)
  const call = createToolCaller(toolbox, options)

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
      const caller = callerOf(server, mcpReq)
      return call(one.definition, { arguments: params.arguments ?? {}, caller, mcpReq })
    })
    return server
  }
}

const AN_HOUR = 60 * 60 * 1000

function unknownTool(name: string): ProtocolError {
  const shown = name.slice(0, 128)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${shown}`)
}
