import { createTool, type AnyTool } from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect, revisions } from '../connect.js'

const calls: string[] = []

const read = named('read_mail', 'Reads the newest mail.', 'read', 'mail')
const send = named('send_mail', 'Sends a mail to someone.', 'write', 'mail')
const weather = named('get_weather', 'The weather in a city.', 'read', 'home')

describe('what is listed', () => {
  test('is narrowed to what only reads', async () => {
    const { client } = await connect([read, send, weather], { readOnly: true })

    expect(await namesOf(client)).toEqual(['get_weather', 'read_mail'])
    await expect(client.callTool({ name: 'send_mail' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('is narrowed to some sets of tools, by namespace or tag', async () => {
    const { client } = await connect([read, send, weather], { toolsets: ['mail'] })

    expect(await namesOf(client)).toEqual(['read_mail', 'send_mail'])
    await expect(client.callTool({ name: 'get_weather' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('is never widened by narrowing twice', async () => {
    const { client } = await connect([read, send, weather], { readOnly: true, toolsets: ['mail'] })

    expect(await namesOf(client)).toEqual(['read_mail'])
  })

  test('is what whoever asks may use', async () => {
    const { client } = await connect([read, send], {
      mayUse: ({ identity }, { name }) => name === 'tester' && identity.name === 'read_mail',
    })

    expect(await namesOf(client)).toEqual(['read_mail'])
    await expect(client.callTool({ name: 'send_mail' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('is nothing where nobody can say what may be used', async () => {
    const { client } = await connect([read], {
      mayUse: () => {
        throw new Error('the directory is down')
      },
    })

    expect(await namesOf(client)).toEqual([])
    await expect(client.callTool({ name: 'read_mail' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('comes in pages that together are the whole, in one order', async () => {
    const tools = Array.from({ length: 25 }, (_, index) =>
      named(`tool_${String(index).padStart(2, '0')}`, 'x', 'read', 'many'),
    )
    const { client } = await connect(tools.toReversed(), { pageSize: 10 })

    const first = await client.listTools({})
    const whole = await namesOf(client)

    expect(first.tools).toHaveLength(25)
    expect(whole).toEqual(whole.toSorted())
    await expect(client.listTools({ cursor: 'bm8gc3VjaA' })).rejects.toMatchObject({
      code: -32_602,
    })
    await expect(client.listTools({ cursor: '' })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe.each(revisions)('by three tools a client of %s', (_revision, options) => {
  const open = () => connect([read, send, weather], { surface: 'find', client: options })

  test('finds, reads and calls any other', async () => {
    const { client } = await open()

    const found = await client.callTool({ name: 'find_tools', arguments: { query: 'send mail' } })
    const shown = await client.callTool({ name: 'describe_tool', arguments: { name: 'send_mail' } })
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'send_mail', arguments: { to: 'bob' } },
    })

    expect(await namesOf(client)).toEqual(['call_tool', 'describe_tool', 'find_tools'])
    expect(JSON.stringify(found.structuredContent)).toContain('"name":"send_mail"')
    expect(shown.structuredContent).toMatchObject({
      inputSchema: { properties: { to: { type: 'string' } } },
    })
    expect(called.structuredContent).toEqual({ name: 'send_mail', to: 'bob' })
  })

  test('sees the worst that any of them can do', async () => {
    const { client } = await open()

    const { tools } = await client.listTools()

    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([false, true, true])
  })

  test('calls under the same gate, and is told of what is not there', async () => {
    const { client } = await connect([read, send], {
      surface: 'find',
      readOnly: true,
      client: options,
    })
    const before = calls.length

    const answer = await client.callTool({ name: 'call_tool', arguments: { name: 'send_mail' } })
    const hidden = await client.callTool({
      name: 'describe_tool',
      arguments: { name: 'send_mail' },
    })
    const found = await client.callTool({ name: 'find_tools', arguments: { query: 'send mail' } })

    expect(answer.isError).toBe(true)
    expect(hidden.isError).toBe(true)
    expect(JSON.stringify(found)).not.toContain('Sends a mail')
    expect(calls).toHaveLength(before)
  })

  test('gets its arguments checked as ever', async () => {
    const { client } = await open()

    const answer = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'send_mail', arguments: { to: 7 } },
    })

    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer.content)).toContain('invalid_input')
  })

  test.each([{}, { query: 7 }, { query: 'x', limit: 0 }, { query: 'x'.repeat(501) }])(
    'is told what to look for: %j',
    async (given) => {
      const { client } = await open()

      expect(await client.callTool({ name: 'find_tools', arguments: given })).toMatchObject({
        isError: true,
      })
    },
  )
})

test('some tools can be listed beside the three', async () => {
  const { client } = await connect([read, send, weather], { surface: { always: ['get_weather'] } })

  expect(await namesOf(client)).toEqual(['call_tool', 'describe_tool', 'find_tools', 'get_weather'])
  expect((await client.callTool({ name: 'get_weather' })).isError).toBe(undefined)
  await expect(client.callTool({ name: 'read_mail' })).rejects.toMatchObject({ code: -32_602 })
})

test('values of every kind are structured for clients that take them', async () => {
  const list = createTool({
    name: 'list',
    description: 'Gives a list.',
    output: z.array(z.number()),
    risk: { effects: 'none' },
    run: () => [1, 2, 3],
  })
  const [older, modern] = await Promise.all(
    revisions.map(async ([, options]) => {
      const { client } = await connect([list], { client: options })
      const { tools } = await client.listTools()
      return { tools, answer: await client.callTool({ name: 'list' }) }
    }),
  )

  expect(modern?.answer.structuredContent).toEqual([1, 2, 3])
  expect(modern?.tools[0]?.outputSchema).toMatchObject({ type: 'array' })
  expect(older?.answer.content).toEqual([{ type: 'text', text: '[1,2,3]' }])
  expect(older?.tools[0]?.outputSchema).toBeUndefined()
})

test('icons and words for hosts come from metadata', async () => {
  const icons = [{ src: 'https://example.com/icon.png', mimeType: 'image/png' }]
  const tool = createTool({
    name: 'shown',
    description: 'Has an icon.',
    risk: { effects: 'none' },
    metadata: { mcp: { icons, _meta: { 'anthropic/alwaysLoad': true } } },
    run: () => 'x',
  })
  const { client } = await connect([tool])

  expect((await client.listTools()).tools).toMatchObject([
    { icons, _meta: { 'anthropic/alwaysLoad': true } },
  ])
})

async function namesOf(client: { listTools(): Promise<{ tools: Array<{ name: string }> }> }) {
  return (await client.listTools()).tools.map(({ name }) => name)
}

function named(
  name: string,
  description: string,
  effects: 'read' | 'write',
  namespace: string,
): AnyTool {
  return createTool({
    name,
    namespace,
    description,
    input: z.object({ to: z.string().default('nobody') }),
    risk: { effects },
    run: ({ to }) => {
      calls.push(name)
      return { name, to }
    },
  })
}
