import { createTool } from '@armorer/runtime'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type McpServerOptions } from '../src/mcp-server-options.js'
import { GREETED_VERSIONS } from '../src/opening.js'
import { openWire } from './connect.js'
import { initialize, speakRaw } from './raw-wire.js'

const whoAsks = createTool({
  name: 'who_asks',
  title: 'Who asks',
  description: 'Says by what name its caller goes.',
  risk: { effects: 'none' },
  run: (_input, ctx) => ctx.principal?.id ?? 'nobody',
})
const listed = createTool({
  name: 'numbers',
  description: 'Gives no object, which older clients cannot be told.',
  input: { type: 'object', properties: { z: { type: 'integer' }, a: { type: 'string' } } },
  output: { type: 'array', items: { type: 'number' } },
  jsonSchemaValidator: () => (value) => ({ value }),
  risk: { effects: 'read' },
  metadata: { mcp: { icons: [{ src: 'https://example.com/a.png' }], _meta: { own: 1 } } },
  run: () => [1, 2],
})

const broken = createTool({
  name: 'broken',
  description: 'Cannot say what it takes.',
  input: {
    '~standard': {
      version: 1,
      vendor: 'own',
      validate: (value: unknown) => ({ value: Object(value) }),
      jsonSchema: {
        input: () => {
          throw new Error('no words')
        },
        output: () => ({}),
      },
    },
  },
  risk: { effects: 'none' },
  run: () => 1,
})

const options: Partial<McpServerOptions> = {
  instructions: 'Ask first.',
  title: 'Ours',
  facts: ({ name }) => ({ principal: { kind: 'agent', id: name }, account: 'alice' }),
}

const ordinary = fc.record({
  protocolVersion: fc.constantFrom(...GREETED_VERSIONS),
  capabilities: fc.record(
    {
      roots: fc.constantFrom({}, { listChanged: true }),
      sampling: fc.constantFrom({}, { tools: {} }),
      elicitation: fc.constantFrom({}, { form: {} }, { form: {}, url: {} }),
      experimental: fc.constantFrom({}, { own: {} }),
    },
    { requiredKeys: [] },
  ),
  clientInfo: fc.record(
    { name: fc.string(), version: fc.string(), title: fc.string() },
    { requiredKeys: ['name', 'version'] },
  ),
})

/** One change to what an ordinary client says. */
const odd = fc
  .tuple(
    ordinary,
    fc.constantFrom(
      ['protocolVersion'],
      ['capabilities'],
      ['clientInfo'],
      ['_meta'],
      ['own'],
      ['clientInfo', 'name'],
      ['clientInfo', 'version'],
      ['clientInfo', 'icons'],
      ['clientInfo', 'own'],
      ['capabilities', 'own'],
      ['capabilities', 'tasks'],
      ['capabilities', 'roots'],
      ['capabilities', 'roots', 'listChanged'],
      ['capabilities', 'tasks', 'list'],
      ['capabilities', 'elicitation', 'form'],
      ['capabilities', 'elicitation', 'form', 'applyDefaults'],
      ['capabilities', 'sampling', 'context'],
      ['capabilities', 'experimental', 'own'],
      ['capabilities', 'experimental', 'own', 'deep'],
    ),
    fc.oneof(
      fc.constantFrom(undefined, null, 5, 'text', '2026-07-28', '1999-01-01', true),
      fc.constantFrom(
        {},
        [],
        { a: 1 },
        { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
      ),
    ),
  )
  .map(([params, path, value]) => replaced(params, path, value))

const request = fc.oneof(
  fc.record({
    method: fc.constantFrom('tools/list', 'ping', 'prompts/list', 'no/such'),
    params: fc.constantFrom(undefined, {}, { cursor: 'x' }, { _meta: {} }),
  }),
  fc.constantFrom(
    { method: 'initialize', params: initialize.params },
    { method: 'tools/call', params: { name: 'who_asks' } },
  ),
)
const session = fc.record({
  greeting: fc.option(fc.oneof(ordinary, odd), { freq: 12, nil: undefined }),
  isConfirmed: fc.boolean(),
  requests: fc.array(request, { maxLength: 4 }),
})

/** The last word, by which the rest is known to be answered, and whoever took over to know the client. */
const whoAmI = { method: 'tools/call', params: { name: 'who_asks' } }

describe('the opening of a session', () => {
  test('is answered as the SDK answers it, byte for byte, and so is what follows', async () => {
    await fc.assert(
      fc.asyncProperty(session, async ({ greeting: params, isConfirmed, requests }) => {
        const messages = [
          ...(params ? [{ method: 'initialize', params }] : []),
          ...(isConfirmed ? [{ method: 'notifications/initialized' }] : []),
          ...requests,
          whoAmI,
        ].map((message, id) => ({
          jsonrpc: '2.0',
          ...(!message.method.startsWith('notifications/') && { id }),
          ...message,
        }))

        const ours = await converse(messages, options)

        expect(ours).toEqual(await converse(messages, { ...options, configure: () => {} }))
      }),
      { numRuns: 150 },
    )
  })

  test('knows the versions that the SDK greets', () => {
    expect(GREETED_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS)
  })

  test('a client that closes while the rest is loaded leaves nothing behind', async () => {
    const { server, input, output } = openWire([whoAsks])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    raw.sendLine(JSON.stringify({ jsonrpc: '2.0', id: 1, ...whoAmI }))
    input.end()

    await expect(server.closed).resolves.toBeUndefined()
  })

  test('messages that come while the rest is loaded are answered in their order', async () => {
    const { input, output } = openWire([whoAsks], options)
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    for (let id = 0; id < 20; id++) {
      raw.sendLine(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }))
      raw.sendLine(JSON.stringify({ jsonrpc: '2.0', id: `call ${id}`, ...whoAmI }))
    }

    const ids = []
    for (let count = 0; count < 40; count++)
      ids.push(Reflect.get(Object(await raw.receive()), 'id'))
    expect(ids.filter((id) => typeof id === 'string')).toEqual(
      Array.from({ length: 20 }, (_, id) => `call ${id}`),
    )
    expect(new Set(ids).size).toBe(40)
  })

  test('a tool whose schema cannot be said is told of by its name', async () => {
    const { input, output } = openWire([broken])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    const answer = await raw.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

    expect(JSON.stringify(answer)).toContain('default:broken')
    expect(JSON.stringify(answer)).toContain('no words')
  })

  test('a tool that cannot be described ends nothing', async () => {
    const { input, output } = openWire([broken], { surface: 'find' })
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    const params = { name: 'describe_tool', arguments: { name: 'broken' } }
    const answer = await raw.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })

    expect(answer).toMatchObject({ id: 1, error: { code: -32_603 } })
    expect(await raw.ask({ jsonrpc: '2.0', id: 2, method: 'ping' })).toMatchObject({ id: 2 })
  })
})

/** A copy with another value in one place. */
function replaced(node: unknown, [key = '', ...rest]: readonly string[], value: unknown): object {
  const inner: unknown = Reflect.get(Object(node), key)
  return { ...Object(node), [key]: rest.length === 0 ? value : replaced(inner, rest, value) }
}

/** What a server says to these, one after the other. */
async function converse(messages: readonly object[], given: Partial<McpServerOptions>) {
  const { server, input, output } = openWire([whoAsks, listed], given)
  const raw = speakRaw(input, output)
  const said: unknown[] = []
  for (const message of messages) {
    if ('id' in message) said.push(JSON.stringify(await raw.ask(message)))
    else raw.sendLine(JSON.stringify(message))
  }
  await server.close()
  return said
}
