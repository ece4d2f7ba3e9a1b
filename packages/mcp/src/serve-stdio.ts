import process from 'node:process'
import { type Toolbox } from '@armorer/runtime'
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { claimStdout } from './claim-stdout.js'
import { createMcpServer, type McpServerOptions } from './create-mcp-server.js'
import { createStdioTransport, type StdioStreams } from './stdio-transport.js'

export interface ServeStdioOptions extends McpServerOptions {
  /** Those of the process unless given. */
  readonly streams?: StdioStreams
}

export interface StdioServer {
  /** Settled once the client has gone, or `close` was called. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** Serves a toolbox to the client that has started this process, in whichever revision of the protocol it speaks. */
export function serveStdio(toolbox: Toolbox, options: ServeStdioOptions): StdioServer {
  const { streams, onError } = options
  const factory = createMcpServer(toolbox, options)
  const claimed = streams ? undefined : claimStdout()
  const transport = createStdioTransport(
    streams ?? { input: process.stdin, output: claimed?.output ?? process.stdout },
  )
  const server = serve(factory, { transport, ...(onError && { onerror: onError }) })
  const closed = transport.closed.then(() => claimed?.release())
  return {
    closed,
    async close() {
      await server.close()
      await closed
    },
  }
}
