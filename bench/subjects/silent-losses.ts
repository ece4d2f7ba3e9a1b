import { describeSchema, type StandardSchema } from '@armorer/core'
import { zodCorpus } from '../../packages/core/test/serialization/corpus-zod.js'
import { loadPeer, type Benchmark } from '../benchmark.js'

const lossy = zodCorpus.filter((feature) => feature.losses.length > 0)

interface AiModule {
  asSchema(schema: unknown): { jsonSchema: unknown }
}

interface LangChainTools {
  tool(run: () => string, options: object): unknown
}

interface LangChainFormats {
  convertToOpenAITool(tool: unknown): unknown
}

interface McpModule {
  McpServer: new (info: object) => {
    registerTool(name: string, options: object, run: () => object): void
    connect(transport: unknown): Promise<void>
  }
}

interface McpClientModule {
  Client: new (info: object) => {
    connect(transport: unknown): Promise<void>
    listTools(): Promise<unknown>
  }
  InMemoryTransport: { createLinkedPair(): [unknown, unknown] }
}

/** Checks and changes that a schema makes, its JSON Schema leaves out, and nobody is told of. */
export const benchmarks: Benchmark[] = [
  {
    kind: 'tally',
    id: 'schema.silent-losses',
    goal: 0,
    of: lossy.length,
    ours: () =>
      lossy.filter(({ schema }) => describeSchema(schema, 'input').losses.length === 0).length,
    peers: [
      {
        name: 'ai',
        async count() {
          const ai = await loadPeer<AiModule>('ai')
          return ai && countSilent(async (schema) => ai.asSchema(schema).jsonSchema)
        },
      },
      {
        name: 'langchain',
        async count() {
          const tools = await loadPeer<LangChainTools>('@langchain/core/tools')
          const formats = await loadPeer<LangChainFormats>('@langchain/core/utils/function_calling')
          if (!tools || !formats) return undefined
          return countSilent(async (schema) =>
            formats.convertToOpenAITool(
              tools.tool(() => '', { name: 'probe', description: 'A probe.', schema }),
            ),
          )
        },
      },
      {
        name: 'mcp sdk',
        async count() {
          const server = await loadPeer<McpModule>('@modelcontextprotocol/server')
          const client = await loadPeer<McpClientModule>('@modelcontextprotocol/client')
          return server && client && countSilent((schema) => listOverMcp(server, client, schema))
        },
      },
    ],
  },
]

async function listOverMcp(
  { McpServer }: McpModule,
  { Client, InMemoryTransport }: McpClientModule,
  schema: StandardSchema,
): Promise<unknown> {
  const server = new McpServer({ name: 'probe', version: '1.0.0' })
  server.registerTool('probe', { description: 'A probe.', inputSchema: schema }, () => ({
    content: [],
  }))
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  const client = new Client({ name: 'probe', version: '1.0.0' })
  await client.connect(here)
  return client.listTools()
}

/** A loss is silent where the conversion neither fails nor says a word. */
async function countSilent(convert: (schema: StandardSchema) => Promise<unknown>): Promise<number> {
  let silent = 0
  for (const { schema } of lossy) {
    const warned = await warnsOrFails(() => convert(schema))
    if (!warned) silent += 1
  }
  return silent
}

async function warnsOrFails(act: () => Promise<unknown>): Promise<boolean> {
  const { warn, error } = console
  let said = false
  console.warn = console.error = () => {
    said = true
  }
  try {
    await act()
    return said
  } catch {
    return true
  } finally {
    Object.assign(console, { warn, error })
  }
}
