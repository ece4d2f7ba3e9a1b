import { createTool } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { effectOf, gated, operationOf, rulesPolicy } from '../src/index.js'
import { createSmallWorld, limitedTo, PERSON } from './harness/small-world.js'

const BY = { account: 'alice', principal: PERSON }

test('an operation is called as its tool says, or as its tool is', () => {
  const named = tool({ metadata: { operation: 'post.create' } })

  expect(operationOf(named.definition)).toBe('post.create')
  expect(operationOf(tool().definition)).toBe('default:act')
  expect(effectOf(named).operation.name).toBe('post.create')
})

test('a set must say its slot', () => {
  expect(() => effectOf(tool(), { class: 'set' })).toThrow('slot')
})

test('two tools of one operation are one intent', async () => {
  await using world = createSmallWorld()
  const metadata = { operation: 'thing.do' }
  const [one, other] = [tool({ metadata }), tool({ metadata, name: 'other' })]
  const { gateway } = world.open({ effects: [effectOf(one)] })

  expect(await one.layer(gated(gateway)).execute({ arguments: { n: 1 } }, BY)).toMatchObject({
    kind: 'done',
  })
  expect(await other.layer(gated(gateway)).execute({ arguments: { n: 1 } }, BY)).toMatchObject({
    kind: 'duplicate',
  })
})

test('an effect of a tool runs without a gate when it was approved or is asked for directly', async () => {
  await using world = createSmallWorld()
  const asked = effectOf(tool())
  const { gateway } = world.open({ effects: [asked] })

  expect(await gateway.run({ operation: asked.operation, args: { n: 2 }, ...BY })).toMatchObject({
    kind: 'executed',
    value: { n: 2 },
  })
})

test('a tool of a plain JSON Schema checks for itself, also what it is asked directly', async () => {
  await using world = createSmallWorld()
  const ran: unknown[] = []
  const plain = createTool({
    name: 'plain',
    description: 'Acts.',
    input: { type: 'object', properties: { n: { type: 'number' } } },
    risk: { effects: 'write' },
    run: (input) => ran.push(input),
  }).withValidator(
    () => (value) =>
      typeof Object(value).n === 'number' ? { value } : { issues: [{ message: 'n is no number' }] },
  )
  const asked = effectOf(plain)
  const { gateway } = world.open({ effects: [asked] })
  const run = (n: unknown) => gateway.run({ operation: asked.operation, args: { n }, ...BY })

  expect(await run('x')).toMatchObject({ kind: 'failed' })
  expect(ran).toEqual([])
  expect(await run(1)).toMatchObject({ kind: 'executed' })
})

test('a tool whose schema changes its own work is not run with what nobody approved', async () => {
  await using world = createSmallWorld()
  const ran: unknown[] = []
  const shout = createTool({
    name: 'shout',
    description: 'Shouts.',
    input: z.object({ text: z.string().transform((text) => `${text}!`) }),
    risk: { effects: 'write' },
    run: ({ text }) => ran.push(text),
  })
  const asked = effectOf(shout)
  const ask = rulesPolicy([{ id: 'ask', action: 'require_approval' }])
  const { gateway } = world.open({ effects: [asked], policy: ask })
  const routed = await gateway.run({ operation: asked.operation, args: { text: 'gm' }, ...BY })
  const id = routed.kind === 'needs_approval' ? routed.intent : ''
  await gateway.approve(id, BY)

  expect(await gateway.execute(id)).toMatchObject({ kind: 'failed', code: 'not_sent' })
  expect(ran).toEqual([])
})

test('what a tool names its outcome by binds it to one intent', async () => {
  await using world = createSmallWorld()
  const asked = effectOf(tool(), { externalId: () => 'always the same' })
  const { gateway } = world.open({ effects: [asked] })
  const run = (n: number) => gateway.run({ operation: asked.operation, args: { n }, ...BY })

  expect(await run(1)).toMatchObject({ kind: 'executed' })
  expect(await run(2)).toMatchObject({ kind: 'needs_human' })
})

test('how a tool’s work is taken back is offered with its outcome', async () => {
  await using world = createSmallWorld()
  const undoable = effectOf(tool(), {
    undo: (output, input) => ({ operation: 'thing.undo', args: [Object(output).n, input] }),
  })
  const { gateway } = world.open({ effects: [undoable] })

  expect(await gateway.run({ operation: undoable.operation, args: { n: 3 }, ...BY })).toMatchObject(
    { kind: 'executed', undo: { operation: 'thing.undo', args: [3, { n: 3 }] } },
  )
})

test('identity, slot and cost are the effect’s', async () => {
  await using world = createSmallWorld()
  const asked = effectOf(tool(), { identity: () => 'one', cost: () => ({ money: 5 }) })
  const { gateway } = world.open({
    effects: [asked],
    policy: limitedTo({ dimension: 'money', max: 4, per: '1s' }),
  })

  expect(await gateway.run({ operation: asked.operation, args: { n: 1 }, ...BY })).toMatchObject({
    code: 'limit',
  })
})

function tool(over: { name?: string; metadata?: { operation: string } } = {}) {
  return createTool({
    name: 'act',
    description: 'Acts.',
    input: z.object({ n: z.number() }),
    risk: { effects: 'write' },
    run: ({ n }) => ({ n }),
    ...over,
  })
}
