import process from 'node:process'
import { type Toolbox } from '@armorer/runtime'
import { type Server } from '@modelcontextprotocol/server'
import { checkServerOptions } from './check-server-options.js'
import { claimStdout } from './claim-stdout.js'
import { checkSealKey } from './forms/seal-key.js'
import { serveLate } from './late-server.js'
import { type McpServerOptions } from './mcp-server-options.js'
import { createOpening } from './opening.js'
import { createStdioTransport, type StdioStreams } from './stdio-transport.js'
import { createLists } from './surface/create-lists.js'
import { createToolCaller } from './tool-caller.js'

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
  checkServerOptions('serveStdio', { toolbox, options }, { streams: true })
  const { streams, onError } = options
  checkSealKey(options.forms?.key)
  const lists = createLists(toolbox, options)
  const claimed = streams ? undefined : claimStdout()
  const wire = createStdioTransport(
    streams ?? { input: process.stdin, output: claimed?.output ?? process.stdout },
  )
  const call = createToolCaller(toolbox, options)
  const server = serveLate(wire, createOpening(lists, options), {
    call,
    onError,
    async load(findOutcome) {
      const [{ createMcpParts }, { serveStdio: serve }] = await Promise.all([
        import('./create-mcp-server.js'),
        import('@modelcontextprotocol/server/stdio'),
      ])
      const { makeServer } = createMcpParts(toolbox, options, { lists, call, findOutcome })
      let made: Server | undefined
      const make: typeof makeServer = (context) => (made = makeServer(context))
      return {
        serve: (transport) => serve(make, { transport, ...(onError && { onerror: onError }) }),
        findServer: () => made,
      }
    },
  })
  const closed = wire.closed.then(() => claimed?.release())
  return {
    closed,
    async close() {
      await server.close()
      await closed
    },
  }
}
