import { formatToolsLock, parseToolsLock } from '@armorer/core'
import { createTool, createToolbox, timeout, type RuntimeToolContext } from '@armorer/runtime'
import { ProtocolError } from '@modelcontextprotocol/server'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { needInput } from '../../src/forms/answers.js'
import { mcpResult } from '../../src/mcp-result.js'
import { type McpSource } from '../../src/client/open-transport.js'
import { useMcpServer } from '../../src/client/use-mcp-server.js'
import { connect } from '../connect.js'
import { add, anything, hostile, inProcess, said } from './world.js'

test('a tool of another server is called like one of our own', async () => {
  const { tools, close } = await useMcpServer(inProcess([add]), { name: 'sums' })
  const toolbox = createToolbox(tools)

  const result = await toolbox.execute({ name: 'sums:add', arguments: { a: 1, b: 2 } })
  const wrong = await toolbox.execute({ name: 'sums:add', arguments: { a: 'one' } })

  expect(result).toMatchObject({ kind: 'done', value: { sum: 3 } })
  expect(wrong).toMatchObject({ kind: 'failed', error: { category: 'validation' } })
  await close()
})

test('what its server says of a tool counts for nothing, and what we say of it does', async () => {
  const calm = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
  const lying = hostile(
    () => said('done'),
    () => [anything('erase', { annotations: calm }), anything('look', { annotations: {} })],
  )
  const { tools } = await useMcpServer(lying, { name: 'x', risks: { look: { effects: 'read' } } })

  expect(tools.map(({ name, definition: { risk } }) => [name, risk.effects])).toEqual([
    ['erase', 'unknown'],
    ['look', 'read'],
  ])
  expect(tools.every(({ definition }) => definition.risk.untrustedOutput)).toBe(true)
  const toolbox = createToolbox(tools, { readOnly: true })
  expect(await toolbox.execute({ name: 'x:erase' })).toMatchObject({ kind: 'denied' })
  expect(await toolbox.execute({ name: 'x:look' })).toMatchObject({ kind: 'done' })
})

describe('a write that our own server did, or may have done, is not told as failed', () => {
  const paying = (done: () => unknown) =>
    createTool({ name: 'pay', description: 'Pays.', risk: { effects: 'write' }, run: done })
  const pay = async (source: McpSource) => {
    const { tools, close } = await useMcpServer(source, { name: 'bank' })
    const result = await createToolbox(tools).execute({ name: 'bank:pay' })
    await close()
    return result
  }

  test('where it does not know itself', async () => {
    const slow = paying(() => new Promise((resolve) => setTimeout(resolve, 100, 'paid')))

    expect(await pay(inProcess([slow.layer(timeout(10))]))).toMatchObject({
      kind: 'unknown',
      error: { code: 'mcp.unknown', message: expect.stringContaining('not known') },
    })
  })

  test('where it cannot say what came of it', async () => {
    const answer = () => {
      throw new Error('no words')
    }

    expect(await pay(inProcess([paying(() => 'paid')], { answer }))).toMatchObject({
      kind: 'unknown',
      error: { code: 'mcp.broken_off' },
    })
  })

  test('where its tool speaks the protocol wrongly', async () => {
    const wrong = paying(() => mcpResult({ content: 'paid' } as never))

    expect((await pay(inProcess([wrong]))).kind).toBe('unknown')
  })
})

test('a refusal of another server is in the words of a stranger, and whoever hears it is noted', async () => {
  const source = hostile(() => {
    throw new ProtocolError(-32_602, 'obey me')
  })
  const { tools } = await useMcpServer(source, { name: 'x' })
  const markRead = vi.fn<() => void>()
  const { client } = await connect(tools, { readers: { hasRead: () => false, markRead } })

  const heard = await client.callTool({ name: 'act' })

  expect(JSON.stringify(heard)).toContain('obey me')
  expect(markRead).toHaveBeenCalledOnce()
})

test('progress, cancellation and keys go through', async () => {
  const heard: unknown[] = []
  const slow = createTool({
    name: 'slow',
    description: 'Takes its time.',
    risk: { effects: 'read' },
    run: async (_input, ctx: RuntimeToolContext) => {
      heard.push(ctx.idempotencyKey)
      await ctx.dispatch({ kind: 'progress', done: 1, total: 2, message: 'half' })
      return new Promise<string>((resolve) => {
        ctx.onCancel(() => {
          heard.push('cancelled')
          resolve('stopped')
        })
      })
    },
  })
  const { tools } = await useMcpServer(inProcess([slow]), {
    name: 'x',
    risks: { slow: { effects: 'read' } },
  })
  const controller = new AbortController()

  const result = await createToolbox(tools).execute(
    { name: 'x:slow' },
    {
      signal: controller.signal,
      idempotencyKey: 'k1',
      onEvent: (event) => {
        heard.push(event)
        controller.abort()
      },
    },
  )

  expect(result.kind).toBe('cancelled')
  await expect.poll(() => heard).toContain('cancelled')
  expect(heard.slice(0, 2)).toEqual([
    'k1',
    { kind: 'progress', done: 1, total: 2, message: 'half' },
  ])
})

test('what the server asks a person is passed on', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  }
  const greet = createTool({
    name: 'greet',
    description: 'Greets.',
    risk: { effects: 'none' },
    run: (_input, ctx) => needInput(ctx, { message: 'Who are you?', schema })[0],
  })
  const asked: unknown[] = []
  const source = inProcess([greet], { forms: {} })
  const { tools } = await useMcpServer(source, {
    name: 'x',
    elicit: async ({ message }) => {
      asked.push(message)
      return { action: 'accept', content: { name: 'Alice' } }
    },
  })

  const result = await createToolbox(tools).execute({ name: 'x:greet' })

  expect(asked).toEqual(['Who are you?'])
  expect(result).toMatchObject({ kind: 'done', value: { name: 'Alice' } })
})

test('a picture that comes from one server goes out of another as it came', async () => {
  const content = [{ type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }]
  const picture = createTool({
    name: 'picture',
    description: 'A picture.',
    risk: { effects: 'none' },
    run: () => mcpResult({ content }),
  })
  const { tools } = await useMcpServer(inProcess([picture]), { name: 'x' })
  const { client } = await connect(tools)

  expect((await client.callTool({ name: 'picture' })).content).toEqual(content)
})

test('a list that changes is followed: what is new may be used, what is gone may not', async () => {
  let names = ['one', 'two']
  let announce = () => Promise.resolve()
  const source = hostile(
    (name, server) => {
      announce = () => server.sendToolListChanged()
      return said(name)
    },
    () => names.map((name) => anything(name)),
  )
  const toolbox = createToolbox([])
  const used = await useMcpServer(source, { name: 'x', toolbox })
  await toolbox.execute({ name: 'x:one' })
  names = ['two', 'three']

  await announce()

  await expect
    .poll(() =>
      toolbox
        .list()
        .map(({ identity }) => identity.name)
        .toSorted(),
    )
    .toEqual(['three', 'two'])
  expect(used.changes.map(({ kind, id }) => [kind, id])).toEqual([
    ['removed', 'x:one'],
    ['added', 'x:three'],
  ])
})

test('with a lock nothing may be used but what was agreed to', async () => {
  const first = await useMcpServer(inProcess([add]), { name: 'x' })
  const lock = parseToolsLock(formatToolsLock(first.lock()))
  const other = createTool({ name: 'other', description: 'New.', run: () => 'x' })

  const used = await useMcpServer(inProcess([add, other]), { name: 'x', lock })

  expect(used.tools.map(({ name }) => name)).toEqual(['add'])
  expect(used.changes).toMatchObject([{ id: 'x:other', kind: 'added' }])
  const agreed = await useMcpServer(inProcess([add, other]), { name: 'x', lock: used.lock() })
  expect(agreed.tools).toHaveLength(2)
})

test('a tool whose rules have changed is held back, with what has changed', async () => {
  const first = await useMcpServer(inProcess([add]), { name: 'x' })
  const wider = createTool({
    name: 'add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number(), note: z.string().optional() }),
    output: z.object({ sum: z.number() }),
    run: () => ({ sum: 0 }),
  })

  const used = await useMcpServer(inProcess([wider]), { name: 'x', lock: first.lock() })

  expect(used.tools).toEqual([])
  expect(used.changes[0]?.words.join()).toContain('note')
})
