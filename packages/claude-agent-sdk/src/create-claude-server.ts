import { type McpServerOptions } from '@armorer/mcp'
import { createMcpServer } from '@armorer/mcp/server'
import { type Toolbox } from '@armorer/runtime'

export interface ClaudeServerOptions extends Omit<McpServerOptions, 'name' | 'version'> {
  /** The key under `mcpServers`: tools are called `mcp__<name>__<tool>`. */
  readonly name: string
  /** 1.0.0 unless given. */
  readonly version?: string
}

/** What the SDK takes under `mcpServers`, as much of it as is ours. */
export interface ClaudeServer {
  readonly type: 'sdk'
  readonly name: string
  /** The SDK connects it, in the same process. Its own type names a class of another version, and asks no more of it than this. */
  readonly instance: { connect(transport: never): Promise<void>; close(): Promise<void> }
}

/**
 * A server in the same process for `query({ options: { mcpServers } })`. Whatever the SDK lets through, a call goes through the
 * toolbox: its gates, its validation, the tool's layers. One server serves one `query`.
 */
export function createClaudeServer(toolbox: Toolbox, options: ClaudeServerOptions): ClaudeServer {
  const { name, version = '1.0.0' } = options
  const server = createMcpServer(toolbox, { ...options, version })()
  return {
    type: 'sdk',
    name,
    instance: {
      connect: (transport) => server.connect(transport),
      close: () => server.close(),
    },
  }
}
