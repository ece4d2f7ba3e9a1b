import { createToolError } from '@armorer/core'
import { createTool, createToolbox, timeout, type CallOptions } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  effectOf,
  gated,
  rulesPolicy,
  type EffectOfOptions,
  type GatewayOptions,
} from '../src/index.js'
import { AGENT, createSmallWorld, PERSON, TIMES } from './harness/small-world.js'

const AS_ANN: CallOptions = { account: 'alice', principal: PERSON }

test('a tool behind the gate runs once for the same call', async () => {
  await using world = toolWorld()

  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'done', value: { id: 'm1' } })
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'duplicate', value: { id: 'm1' } })
  expect(await world.tool({ text: 'gm' }, AS_ANN)).toEqual({ id: 'm1' })
  expect(world.ran).toEqual(['gm'])
})

test('twenty of the same at once run once, and all are told the same', async () => {
  await using world = toolWorld()

  const results = await Promise.all(Array.from({ length: 20 }, () => world.send({ text: 'gm' })))

  expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1)
  for (const result of results) expect(result).toMatchObject({ value: { id: 'm1' } })
  expect(world.ran).toEqual(['gm'])
})

test('a gate needs to know who asks and for whom', async () => {
  await using world = toolWorld()

  expect(await world.tool.execute({ arguments: { text: 'gm' } })).toMatchObject({
    kind: 'denied',
    error: { code: 'gateway.incomplete_call' },
  })
  expect(
    await world.tool.execute({ arguments: { text: 'gm' } }, { account: 'alice' }),
  ).toMatchObject({ kind: 'denied' })
  expect(world.ran).toEqual([])
})

test('a denial names its rule', async () => {
  await using world = toolWorld(
    {},
    { policy: rulesPolicy([{ id: 'never', action: 'deny', reason: 'not here' }]) },
  )

  expect(await world.send({ text: 'gm' })).toMatchObject({
    kind: 'denied',
    rule: 'never',
    error: { code: 'gateway.policy', message: 'not here' },
  })
})

test('an approval is pending, with its number; executing it runs the handler with what was kept', async () => {
  await using world = toolWorld(
    {},
    { policy: rulesPolicy([{ id: 'ask', action: 'require_approval' }]) },
  )
  const pending = await world.send({ text: 'gm' })

  expect(pending).toMatchObject({
    kind: 'pending',
    approvalId: '1',
    asks: [{ for: 'approval', rule: 'ask' }],
  })
  expect(world.ran).toEqual([])
  const [waiting] = await world.gateway.list()
  await world.gateway.approve(waiting?.id ?? '', { principal: PERSON })
  expect(await world.gateway.execute(waiting?.id ?? '')).toMatchObject({
    kind: 'executed',
    value: { id: 'm1' },
  })
  expect(world.ran).toEqual(['gm'])
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'duplicate', value: { id: 'm1' } })
})

test('a tool that needs approval runs behind a gate, and not without one', async () => {
  await using world = toolWorld({ requiresApproval: true })

  expect(await world.bare.execute({ arguments: { text: 'gm' } }, AS_ANN)).toMatchObject({
    kind: 'denied',
  })
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'done' })
})

test('a rehearsal shows what it would be, and runs nothing', async () => {
  await using world = toolWorld({}, { policy: rulesPolicy([{ id: 'dry', action: 'dry_run' }]) })

  expect(await world.send({ text: 'gm' })).toMatchObject({
    kind: 'dry_run',
    preview: { would: 'gm' },
  })
  expect(world.ran).toEqual([])
})

test('a call that is cancelled before its dispatch does nothing and leaves nothing', async () => {
  await using world = toolWorld()
  const controller = new AbortController()
  const running = world.tool.execute(
    { arguments: { text: 'gm' } },
    { ...AS_ANN, signal: controller.signal },
  )
  controller.abort()

  expect(await running).toMatchObject({ kind: 'cancelled' })
  await world.gateway.run(world.post('settles the writer'))
  expect(world.ran).toEqual([])
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'done' })
})

test('a call that is cancelled after its dispatch is unknown to its caller, and is finished and recorded', async () => {
  await using world = toolWorld({ slow: true })
  const controller = new AbortController()
  const running = world.tool.execute(
    { arguments: { text: 'gm' } },
    { ...AS_ANN, signal: controller.signal },
  )
  await world.begun
  controller.abort()

  expect(await running).toMatchObject({ kind: 'unknown' })
  expect(world.told).toEqual([])
  world.finish()
  expect(await world.settled()).toMatchObject({ state: 'succeeded', value: { id: 'm1' } })
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'duplicate' })
  expect(world.ran).toEqual(['gm'])
})

test('a timeout around the gate, after the dispatch, is unknown, and the outcome is recorded', async () => {
  await using world = toolWorld({ slow: true })
  const impatient = world.tool.layer(timeout(15))
  const result = await impatient.execute({ arguments: { text: 'gm' } }, AS_ANN)

  expect(result).toMatchObject({ kind: 'unknown' })
  world.finish()
  expect(await world.settled()).toMatchObject({ state: 'succeeded' })
})

test('a timeout inside the gate leaves the outcome unknown: it may have happened', async () => {
  await using world = toolWorld({ slow: true, inside: 15 })

  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'unknown' })
  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'unknown' })
  expect(world.ran).toEqual(['gm'])
})

test('what the handler says was refused has failed, and what it does not say is unknown', async () => {
  const refused = createToolError({ category: 'permission', code: 'x.forbidden', message: 'no' })
  for (const [error, first, times] of [
    [refused, 'failed', 2],
    [new Error('socket hang up'), 'unknown', 1],
    [createToolError({ category: 'transient', code: 'x.503', message: 'busy' }), 'unknown', 1],
  ] as const) {
    await using world = toolWorld({ error })
    expect(await world.send({ text: 'gm' })).toMatchObject({ kind: first })
    await world.send({ text: 'gm' })
    expect(world.ran).toHaveLength(times)
  }
})

test('an output that is not what the tool promises may have happened', async () => {
  await using world = toolWorld({ output: { id: 7 } })

  expect(await world.send({ text: 'gm' })).toMatchObject({ kind: 'unknown' })
  expect(await world.gateway.list()).toMatchObject([{ state: 'unknown' }])
})

test('what is unknown is looked for by the tool’s own companion', async () => {
  await using world = toolWorld({ error: new Error('socket hang up') })
  await world.send({ text: 'gm' })
  world.clock.advance(TIMES.settle)

  expect(await world.gateway.reconcile()).toMatchObject({ succeeded: 1 })
  expect(await world.send({ text: 'gm' })).toMatchObject({
    kind: 'duplicate',
    value: { id: 'found:gm' },
  })
})

test('a key that comes with the call is the client’s key', async () => {
  await using world = toolWorld()
  const options = { ...AS_ANN, idempotencyKey: 'k' }
  await world.tool.execute({ arguments: { text: 'gm' } }, options)

  expect(await world.tool.execute({ arguments: { text: 'gn' } }, options)).toMatchObject({
    kind: 'failed',
    error: { category: 'conflict', code: 'gateway.conflict' },
  })
})

test('an agent that has read strangers waits for a person', async () => {
  await using world = toolWorld()
  const options = { account: 'alice', principal: AGENT, labels: ['untrusted'] }

  expect(await world.tool.execute({ arguments: { text: 'gm' } }, options)).toMatchObject({
    kind: 'pending',
    asks: [{ rule: 'hard:untrusted-approval' }],
  })
})

test('reads pass the gate by', async () => {
  await using world = toolWorld()
  const read = createTool({
    name: 'peek',
    description: 'Reads.',
    risk: { effects: 'read' },
    run: () => 'seen',
  }).layer(gated(world.gateway))

  expect(await read({})).toBe('seen')
  expect(read.stack()).not.toContain('gated')
})

test('a tool whose effect the gateway does not know runs nothing', async () => {
  await using world = createSmallWorld()
  let ran = 0
  const tool = createTool({
    name: 'stranger',
    description: 'Unknown to the gateway.',
    risk: { effects: 'write' },
    run: () => (ran += 1),
  }).layer(gated(world.gateway))

  expect(await tool.execute({ arguments: {} }, AS_ANN)).toMatchObject({ kind: 'failed' })
  expect(ran).toBe(0)
})

test('the handler is given the permit, the account and who asks, and runs in a toolbox too', async () => {
  await using world = toolWorld()
  const toolbox = createToolbox([world.tool])

  expect(await toolbox.execute({ name: 'send', arguments: '{"text":"gm"}' }, AS_ANN)).toMatchObject(
    { kind: 'done' },
  )
  expect(world.contexts).toMatchObject([
    { account: 'alice', principal: PERSON, permit: { kind: 'write', account: 'alice' } },
  ])
})

test('a gateway that is closing lets no tool run', async () => {
  await using world = toolWorld()
  await world.gateway.close()

  expect(await world.send({ text: 'gm' })).toMatchObject({
    kind: 'denied',
    error: { code: 'gateway.closing' },
  })
  expect(world.ran).toEqual([])
})

test('what a tool’s schema makes of its input is recorded and run, and made once', async () => {
  await using world = createSmallWorld()
  const ran: unknown[] = []
  const bare = createTool({
    name: 'shout',
    description: 'Shouts.',
    input: z.object({ text: z.string().transform((text) => `${text}!`) }),
    risk: { effects: 'write' },
    run: ({ text }) => {
      ran.push(text)
      return text
    },
  })
  const { gateway } = world.open({ effects: [effectOf(bare)] })

  expect(
    await bare.layer(gated(gateway)).execute({ arguments: { text: 'gm' } }, AS_ANN),
  ).toMatchObject({
    kind: 'done',
    value: 'gm!',
  })
  expect(await gateway.list()).toMatchObject([{ args: { text: 'gm!' } }])
  expect(ran).toEqual(['gm!'])
})

interface ToolWorldOptions extends EffectOfOptions {
  readonly slow?: boolean
  readonly inside?: number
  readonly error?: unknown
  readonly output?: unknown
  readonly requiresApproval?: boolean
}

/** A tool `send`, gated, that notes what it did. */
function toolWorld(options: ToolWorldOptions = {}, gatewayOptions: Partial<GatewayOptions> = {}) {
  const { slow = false, inside, error, output, requiresApproval = false } = options
  const ran: string[] = []
  const contexts: unknown[] = []
  const told: unknown[] = []
  let finish: () => void = () => undefined
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const bare = createTool({
    name: 'send',
    description: 'Sends a message.',
    input: z.object({ text: z.string() }),
    output: z.object({ id: z.string() }),
    risk: { effects: 'write', requiresApproval },
    preview: ({ text }) => ({ would: text }),
    reconcile: ({ text }) => ({ kind: 'applied', value: { id: `found:${text}` } }),
    async run({ text }, { account, principal, permit, signal }) {
      ran.push(text)
      contexts.push({ account, principal, permit })
      signal.addEventListener('abort', () => told.push(signal.reason))
      begin()
      if (slow) await new Promise<void>((resolve) => (finish = resolve))
      if (error !== undefined) throw error
      return (output ?? { id: `m${ran.length}` }) as { id: string }
    },
  })
  const world = createSmallWorld()
  const { gateway } = world.open({ effects: [effectOf(bare)], ...gatewayOptions })
  const layered = inside === undefined ? bare : bare.layer(timeout(inside))
  const tool = layered.layer(gated(gateway))
  return {
    ...world,
    gateway: { ...gateway, run: world.gateway.run },
    bare,
    tool,
    ran,
    contexts,
    told,
    begun,
    finish: () => finish(),
    send: (args: { text: string }) => tool.execute({ arguments: args }, AS_ANN),
    /** The one intent, once it is not under way any more. */
    async settled() {
      for (;;) {
        const [intent] = await gateway.list()
        if (intent && intent.state !== 'dispatched') return intent
        await new Promise(setImmediate)
      }
    },
  }
}
