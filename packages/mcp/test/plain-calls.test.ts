import { createToolError } from '@armorer/core'
import { createTool } from '@armorer/runtime'
import { Server } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { IDEMPOTENCY_KEY } from '../src/idempotency-key.js'
import { mcpRequestOf } from '../src/mcp-request.js'
import { mcpResult } from '../src/mcp-result.js'
import { type McpServerOptions } from '../src/mcp-server-options.js'
import { connect, openWire } from './connect.js'
import { initialize, speakRaw } from './raw-wire.js'

const outcomes: Readonly<Record<string, () => unknown>> = {
  text: () => 'said',
  number: () => 7,
  nothing: () => undefined,
  null: () => null,
  list: () => [1, { a: 2 }],
  object: () => ({ z: 1, a: { isError: true }, content: [], _meta: {} }),
  prototype: () => JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":1}}'),
  unsayable: () => ({ big: 1n }),
  error: () => {
    throw new Error('broken')
  },
  refused: () => {
    throw createToolError({ category: 'permission', code: 'own.refused', message: 'no' })
  },
  picture: () =>
    mcpResult({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], own: 1 }),
  // What the protocol knows nothing of.
  nonsense: () => mcpResult(JSON.parse('{"content":[{"type":"smell"}]}')),
  // Which this client cannot be asked.
  question: () =>
    mcpResult({
      resultType: 'input_required',
      inputRequests: { roots: { method: 'roots/list' } },
    }),
}

const gives = createTool({
  name: 'gives',
  description: 'Gives what it is asked for.',
  input: { type: 'object', properties: { what: { type: 'string' } } },
  jsonSchemaValidator: () => (value) =>
    Reflect.has(Object(value), 'wrong') ? { issues: [{ message: 'wrong' }] } : { value },
  risk: { effects: 'none' },
  run: (input) => outcomes[String(Reflect.get(Object(input), 'what'))]?.() ?? input,
})
const whoAsks = createTool({
  name: 'who_asks',
  description: 'Says by what name its caller goes, and what it is known by.',
  risk: { effects: 'none' },
  run: (_input, { principal, labels, requestId, idempotencyKey, facts }) => ({
    id: principal?.id,
    labels,
    requestId,
    idempotencyKey,
    meta: mcpRequestOf({ facts })?.mcpReq._meta,
  }),
})
const readsStrangers = createTool({
  name: 'reads_strangers',
  description: 'Reads what strangers wrote.',
  risk: { effects: 'read', untrustedOutput: true },
  run: () => 'hello',
})
const reports = createTool({
  name: 'reports',
  description: 'Tells how far it is.',
  risk: { effects: 'none' },
  run(_input, { dispatch }) {
    void dispatch({ kind: 'progress', done: 1, total: 2 })
    void dispatch({ kind: 'progress', done: 2, total: 2, message: 'done' })
    return 'reported'
  },
})

afterEach(() => void vi.restoreAllMocks())

const tools = [gives, whoAsks, readsStrangers, reports]
const facts: McpServerOptions['facts'] = ({ name, version, trace }) => {
  if (name === 'refused') throw new Error('nobody knows them')
  return { principal: { kind: 'agent', id: `${name} ${version} ${trace?.parent}` } }
}

const given = fc.oneof(
  fc.constantFrom(...Object.keys(outcomes)).map((what) => ({ what })),
  fc.constantFrom<unknown>(undefined, null, [], 'text', { wrong: 1 }),
  fc.constant(JSON.parse('{"__proto__":1}')),
  fc.dictionary(fc.string(), fc.jsonValue()),
)
const metas: readonly unknown[] = [
  {},
  { progressToken: 5 },
  { progressToken: 'five', own: { 1: 2 } },
  { progressToken: 1.5 },
  { [IDEMPOTENCY_KEY]: '' },
  { [IDEMPOTENCY_KEY]: 'mine' },
  { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, baggage: 'a=1' },
  { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  { 'io.modelcontextprotocol/clientInfo': { name: 'other', version: '1' } },
  5,
]
/** What is left out is not said at all. */
const call = fc
  .record({
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...tools.map(({ name }) => name)) },
      fc.constantFrom<unknown>('no_such', '', 5, undefined),
    ),
    arguments: given,
    _meta: fc.option(fc.constantFrom(...metas), { nil: undefined, freq: 2 }),
    task: fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      fc.constantFrom<unknown>({}, 1),
    ),
  })
  .map(toCall)

/** Each word beside a call, and each kind of outcome, is tried for certain. */
const examples = [
  ...metas.map((_meta) => ({ name: 'who_asks', _meta })),
  ...Object.keys(outcomes).map((what) => ({ name: 'gives', arguments: { what } })),
  { name: 'who_asks', task: 1 },
  { name: 'who_asks', arguments: JSON.parse('{"__proto__":1}') },
]

describe('plain calls', () => {
  test('are answered as the SDK answers them, byte for byte', async () => {
    const who = fc.constantFrom('claude', 'refused')
    await fc.assert(
      fc.asyncProperty(who, fc.array(call, { maxLength: 6 }), async (name, calls) => {
        const ours = await converse(name, calls, { facts })

        expect(ours).toEqual(await converse(name, calls, { facts, configure: () => {} }))
      }),
      { numRuns: 200, examples: examples.map((params) => ['claude', [toCall(params)]]) },
    )
  })

  test('do not need the SDK', async () => {
    const connected = vi.spyOn(Server.prototype, 'connect')
    const { client } = await connect(tools)
    await client.listTools()

    await client.callTool({ name: 'gives', arguments: { what: 'object' } })
    await client.callTool({ name: 'reports' }, { onprogress: () => {} })
    await client.callTool({ name: 'gives', arguments: { what: 'error' } })
    await client.notification({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await client.ping()
    expect(connected).not.toHaveBeenCalled()

    await client.callTool({ name: 'gives', arguments: { what: 'picture' } })
    expect(connected).toHaveBeenCalledOnce()
  })

  test('are made once, though the SDK says what came of them', async () => {
    let runs = 0
    const speaks = createTool({
      name: 'speaks',
      description: 'Speaks the protocol.',
      risk: { effects: 'write' },
      run: () => mcpResult({ content: [{ type: 'text', text: `run ${(runs += 1)}` }] }),
    })
    const { client } = await connect([speaks])

    const first = await client.callTool({ name: 'speaks' })
    const second = await client.callTool({ name: 'speaks' })

    expect([first, second].map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'run 1' }],
      [{ type: 'text', text: 'run 2' }],
    ])
  })

  test('are remembered: who has read strangers by one is labelled in all others', async () => {
    const { input, output } = openWire(tools, { facts })
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    await raw.ask(callOf(1, 'reads_strangers'))
    const before = await raw.ask(callOf(2, 'who_asks'))
    const params = { name: 'who_asks', _meta: { [IDEMPOTENCY_KEY]: 'mine' } }
    const after = await raw.ask({ jsonrpc: '2.0', id: 3, ...toCall(params) })

    expect(said(before)).toMatchObject({ labels: ['untrusted'] })
    expect(said(after)).toMatchObject({ labels: ['untrusted'], idempotencyKey: 'mine' })
  })

  test('can ask the client for more, and get it from the SDK', async () => {
    const asks = createTool({
      name: 'asks',
      description: 'Asks the client in every way there is.',
      risk: { effects: 'none' },
      async run(_input, ctx) {
        const request = mcpRequestOf(ctx)?.mcpReq
        await request?.notify({ method: 'notifications/tools/list_changed' })
        const { roots } = (await request?.send({ method: 'roots/list' })) ?? { roots: [] }
        const { content } = (await request?.requestSampling({ messages: [], maxTokens: 1 })) ?? {}
        const requestedSchema = { type: 'object', properties: {} } as const
        const form = await request?.elicitInput({ message: 'Well?', requestedSchema })
        return { roots, content, form }
      },
    })
    const { client } = await connect([asks], {
      client: { capabilities: { roots: {}, sampling: {}, elicitation: {} } },
    })
    const notified = vi.fn<() => void>()
    client.setNotificationHandler('notifications/tools/list_changed', notified)
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }))
    client.setRequestHandler('sampling/createMessage', () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: 'sampled' },
    }))
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))

    const { structuredContent } = await client.callTool({ name: 'asks' })

    expect(structuredContent).toMatchObject({
      roots: [{ uri: 'file:///home' }],
      content: { text: 'sampled' },
      form: { action: 'decline' },
    })
    expect(notified).toHaveBeenCalledOnce()
  })

  test.each([false, true])(
    'end when the client cancels them, with the SDK there by then: %s',
    async (isLoaded) => {
      const waits = waitingTool()
      const { input, output } = openWire([waits.tool])
      const raw = speakRaw(input, output)
      await raw.ask(initialize)
      raw.sendLine(JSON.stringify(callOf(1, 'waits')))
      await waits.begun
      if (isLoaded) await raw.ask({ jsonrpc: '2.0', id: 2, method: 'prompts/list' })

      const params = { requestId: 1, reason: 'never mind' }
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
      raw.sendLine(JSON.stringify(cancelled))
      raw.sendLine(JSON.stringify(cancelled))

      expect(await waits.stopped).toBe('never mind')
      // Nothing is said to the call, and the next line is the next answer.
      expect(await raw.ask({ jsonrpc: '2.0', id: 3, method: 'ping' })).toMatchObject({ id: 3 })
    },
  )

  test('leave it to the SDK to hear of the end of others', async () => {
    const waits = waitingTool()
    const { input, output } = openWire([waits.tool])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)
    const call = toCall({ name: 'waits', _meta: { [IDEMPOTENCY_KEY]: 'mine' } })
    raw.sendLine(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))
    await waits.begun

    const params = { requestId: 1, reason: 'never mind' }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    raw.sendLine(JSON.stringify(cancelled))

    expect(await waits.stopped).toBe('never mind')
  })

  test('end when the client goes', async () => {
    const waits = waitingTool()
    const { server, input, output } = openWire([waits.tool])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)
    raw.sendLine(JSON.stringify(callOf(1, 'waits')))
    await waits.begun

    input.end()

    expect(await waits.stopped).toMatchObject({ message: 'the connection is closed' })
    await server.closed
  })

  test('that cannot be told to anyone are told to the host', async () => {
    const failures: string[] = []
    const { input, output } = openWire([gives], {
      // A promise that only the types could keep.
      answer: () => ({ isError: false, text: 1n }) as never,
      onError: ({ message }) => void failures.push(message),
    })
    const raw = speakRaw(input, output)
    await raw.ask(initialize)
    raw.sendLine(JSON.stringify(callOf(1, 'gives')))

    await raw.ask({ jsonrpc: '2.0', id: 2, method: 'ping' })

    await vi.waitFor(() => expect(failures).toHaveLength(1))
  })
})

function said(answer: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(answer), 'result')), 'structuredContent')
}

function toCall(params: object) {
  return { method: 'tools/call', params }
}

function callOf(id: number, name: string): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name } }
}

/** A tool that does nothing until it is stopped. */
function waitingTool() {
  let begin = () => {}
  let stop = (_reason: unknown) => {}
  const begun = new Promise<void>((resolve) => void (begin = resolve))
  const stopped = new Promise<unknown>((resolve) => void (stop = resolve))
  const tool = createTool({
    name: 'waits',
    description: 'Waits until nobody does any more.',
    risk: { effects: 'none' },
    run: (_input, { signal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          stop(signal.reason)
          resolve()
        })
        begin()
      }),
  })
  return { tool, begun, stopped }
}

/** All lines that a server says to these, up to the answer to the last. */
async function converse(
  name: string,
  calls: readonly object[],
  options: Partial<McpServerOptions>,
): Promise<readonly string[]> {
  const failures: string[] = []
  const { server, input, output } = openWire(tools, {
    ...options,
    onError: ({ message }) => void failures.push(message),
  })
  const raw = speakRaw(input, output)
  const clientInfo = { name, version: '0' }
  await raw.ask({ ...initialize, params: { ...initialize.params, clientInfo } })
  const said: string[] = []
  for (const [id, message] of calls.entries()) {
    raw.sendLine(JSON.stringify({ jsonrpc: '2.0', id, ...message }))
    let line: unknown
    do {
      line = await raw.receive()
      said.push(JSON.stringify(line))
    } while (Reflect.get(Object(line), 'id') !== id)
  }
  await server.close()
  return [...said, ...failures]
}
