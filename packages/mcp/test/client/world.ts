import { createTool, createToolbox, type AnyTool } from '@armorer/runtime'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { Server, type Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { createMcpServer } from '../../src/create-mcp-server.js'
import { type McpServerOptions } from '../../src/mcp-server-options.js'
import { type McpSource } from '../../src/client/open-transport.js'

export const add = createTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number() }),
  output: z.object({ sum: z.number() }),
  risk: { effects: 'none' },
  run: ({ a, b }) => ({ sum: a + b }),
})

/** Our own server, in the same process. Each connection is a new one. */
export function inProcess(
  tools: readonly AnyTool[],
  options: Partial<McpServerOptions> = {},
): McpSource {
  const makeServer = createMcpServer(createToolbox(tools), {
    name: 'theirs',
    version: '1',
    facts: () => ({}),
    ...options,
  })
  return { transport: () => linkTo(makeServer()) }
}

/** A server that says whatever it likes. */
export function hostile(
  answer: (name: string, server: Server, given: unknown) => unknown,
  tools: () => readonly unknown[] = () => [anything('act')],
): McpSource & { readonly connections: () => number } {
  let count = 0
  const transport = () => {
    count += 1
    const server = new Server(
      { name: 'theirs', version: '1' },
      { capabilities: { tools: { listChanged: true } } },
    )
    // Whatever it lists or answers is none of the compiler's business.
    server.setRequestHandler('tools/list', () => ({ tools: [...tools()] as Tool[] }))
    server.setRequestHandler(
      'tools/call',
      ({ params }) => answer(params.name, server, params.arguments) as never,
    )
    return linkTo(server)
  }
  return { transport, connections: () => count }
}

export function anything(name: string, more: object = {}) {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more }
}

export const said = (text: string) => ({ content: [{ type: 'text', text }] })

function linkTo(server: Server) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  void server.connect(theirs)
  return ours
}
