import { PassThrough } from 'node:stream'
import { type AnyTool, createToolbox, type CallFacts } from '@armorer/runtime'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { type McpServerOptions } from '../src/mcp-server-options.js'
import { serveStdio } from '../src/serve-stdio.js'
import { createStdioTransport } from '../src/stdio-transport.js'

const helper: CallFacts = { principal: { kind: 'agent', id: 'helper' }, account: 'alice' }

/** Both revisions of the protocol, as the official client speaks them. */
export const revisions: ReadonlyArray<readonly [string, ClientOptions]> = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
]

interface ConnectOptions extends Partial<McpServerOptions> {
  readonly client?: ClientOptions
}

/** The official client and our server, on two pipes. */
export async function connect(tools: readonly AnyTool[], options: ConnectOptions = {}) {
  const { client: clientOptions = {}, ...rest } = options
  const wire = openWire(tools, rest)
  const client = new Client({ name: 'tester', version: '1.0.0' }, clientOptions)
  await client.connect(createStdioTransport({ input: wire.output, output: wire.input }))
  return { ...wire, client }
}

/** Our server, and the bare pipes to it. */
export function openWire(tools: readonly AnyTool[], options: Partial<McpServerOptions> = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const server = serveStdio(createToolbox(tools), {
    name: 'ours',
    version: '1.2.3',
    facts: () => helper,
    ...options,
    streams: { input, output, maxBytes: 1024 * 1024 },
  })
  return { server, input, output }
}
