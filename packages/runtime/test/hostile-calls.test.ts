import { type StandardSchema } from '@armorer/core'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTool } from '../src/create-tool.js'
import { approval } from '../src/layers/approval.js'
import { createToolbox } from '../src/runner.js'
import { type ToolCall } from '../src/tool.js'
import { readTool, writeTool } from './small-tools.js'

test.each<[string, () => unknown]>([
  [
    'a promise of another realm',
    () => runInNewContext('Promise.resolve({ issues: [{ message: "no" }] })'),
  ],
  [
    'a thenable',
    () => ({ then: (yes: (result: unknown) => void) => yes({ issues: [{ message: 'no' }] }) }),
  ],
  ['nothing at all', () => undefined],
  [
    'an exception',
    () => {
      throw new Error('broken')
    },
  ],
])('a validator that answers by %s lets nothing through', async (_, validate) => {
  let ran = 0
  const input: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'odd',
      validate: validate as () => never,
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({}) },
    },
  }
  const tool = createTool({
    name: 'v',
    description: 'V.',
    input,
    risk: { effects: 'read' },
    run: () => ++ran,
  })
  expect(await tool.execute({ arguments: {} })).toMatchObject({ kind: 'failed' })
  await expect(tool({})).rejects.toMatchObject({ name: 'ToolError' })
  expect(ran).toBe(0)
})

test('what was approved is what runs, whoever changes it meanwhile', async () => {
  const seen: unknown[] = []
  const args = { to: { name: 'alice' } }
  const tool = createTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ to: z.any() }),
    risk: { effects: 'write', requiresApproval: true },
    run: ({ to }) => seen.push(to),
  }).layer(
    approval(async ({ input }) => {
      args.to.name = 'mallory'
      expect(() => Object.assign(input as object, { to: 'mallory' })).toThrow(TypeError)
      return { kind: 'allow' }
    }),
  )
  expect(await tool.execute({ arguments: args })).toMatchObject({ kind: 'done' })
  expect(seen).toEqual([{ name: 'alice' }])
})

test('whatever a client sends, every call gets one result', async () => {
  const toolbox = createToolbox([readTool(() => 1)])
  const evil = new Proxy(
    {},
    {
      get: () => {
        throw new Error('evil')
      },
      has: () => true,
      ownKeys: () => {
        throw new Error('evil')
      },
    },
  )
  const sparse: unknown[] = [
    { name: 'r' },
    evil,
    { name: 'r', arguments: evil },
    { id: 5, name: 'r' },
    { id: '', name: 'r' },
    { name: 'x'.repeat(1_000_000) },
  ]
  sparse.length = 8
  const results = await toolbox.execute(sparse as ToolCall[])
  expect(results).toHaveLength(8)
  expect(results.map(({ kind }) => kind)).toEqual([
    'done',
    'failed',
    'failed',
    'done',
    'done',
    'failed',
    'failed',
    'failed',
  ])
  expect(
    results.every(
      ({ callId, tool }) => typeof callId === 'string' && callId !== '' && tool.length < 1_000,
    ),
  ).toBe(true)
  expect(
    await toolbox.execute([{ name: 'r' }, { name: 'r' }], { concurrency: Number.NaN }),
  ).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }])
  expect(await toolbox.execute([{ name: 'r' }], { concurrency: 0 })).toMatchObject([
    { kind: 'failed', error: { code: 'toolbox.invalid_option' } },
  ])
})

test('errors that do not let themselves be read are errors', async () => {
  const unreadable = new Proxy(new Error('x'), {
    get: () => {
      throw new Error('evil')
    },
  })
  expect(
    await readTool(() => {
      throw unreadable
    }).execute({}),
  ).toMatchObject({ kind: 'failed' })
  const nothing: unknown = null
  expect(await readTool(() => 1).execute(nothing as { id: string })).toMatchObject({
    kind: 'failed',
  })
})

test('a key that reaches for the prototype is refused at any depth of what a model writes', async () => {
  const tool = createTool({
    name: 'o',
    description: 'O.',
    input: z.object({ a: z.any() }),
    risk: { effects: 'read' },
    run: (input) => input,
  })
  for (const text of ['{"a":{"__proto__":{"admin":true}}}', '{"a":[{"\\u005f_proto__":1}]}']) {
    expect(await tool.execute({ arguments: text })).toMatchObject({
      kind: 'failed',
      error: { code: 'toolbox.invalid_input' },
    })
  }
  expect(await tool.execute({ arguments: '{"a":"__proto__"}' })).toMatchObject({ kind: 'done' })
})

test('an error stays small, whatever was sent', async () => {
  const tool = createTool({
    name: 'strict',
    description: 'S.',
    input: z.strictObject({}),
    risk: { effects: 'read' },
    run: () => 1,
  })
  const result = await tool.execute({
    arguments: { ['k'.repeat(1_000_000)]: 1 } as Record<string, never>,
  })
  expect(JSON.stringify(result).length).toBeLessThan(10_000)
})

test('a preview that fails or hangs leaves the rehearsal a rehearsal', async () => {
  const tool = createTool({
    name: 'p',
    description: 'P.',
    risk: { effects: 'write' },
    preview: () => {
      throw new Error('no preview')
    },
    run: () => 1,
  }).layer(approval(() => ({ kind: 'dry_run', reasons: [{ message: 'dry' }] })))
  expect(await tool.execute({})).toMatchObject({
    kind: 'dry_run',
    error: { code: 'toolbox.dry_run', message: 'dry' },
  })
})

test('a handler may take dispatch out of its context, and events of parallel calls do not mix', async () => {
  const events: string[] = []
  const tool = createTool({
    name: 'e',
    description: 'E.',
    risk: { effects: 'read' },
    run: async (_, { dispatch }) => {
      void dispatch({ kind: 'one' })
      await Promise.resolve()
      void dispatch({ kind: 'two' })
    },
  })
  const onEvent = (event: { kind: string }, call: { id: string }) =>
    events.push(`${call.id} ${event.kind}`)
  await createToolbox([tool]).execute(
    [
      { id: 'a', name: 'e' },
      { id: 'b', name: 'e' },
    ],
    { onEvent },
  )
  expect(events.toSorted()).toEqual(['a one', 'a two', 'b one', 'b two'])
})

test.each([
  ['reads', readTool, 'cancelled'],
  ['writes', writeTool, 'unknown'],
])(
  'a tool that %s, ends its own call at once and never comes back is not waited for',
  async (_what, make, kind) => {
    const controller = new AbortController()
    const tool = make(() => {
      controller.abort(new Error('enough'))
      return new Promise(() => undefined)
    })

    const result = await tool.execute({}, { signal: controller.signal })

    expect(result.kind).toBe(kind)
  },
)
