import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operation, type Look } from '../src/index.js'
import { act, actEffect, oneEffectWorld } from './harness/one-effect.js'
import {
  createSmallWorld,
  deletePost,
  PERSON,
  TIMES,
  type Behaviour,
} from './harness/small-world.js'

const lost = { kind: 'unknown', message: 'nothing was heard' } as const

for (const [fault, kind, posts] of [
  ['drop_before', 'failed', 0],
  ['drop_after', 'replayed', 1],
  ['bad_body', 'replayed', 1],
] satisfies Array<[Behaviour, string, number]>) {
  test(`after ${fault} the world is read back, and the row says what is so`, async () => {
    await using world = createSmallWorld()
    world.far.script.push(fault)
    const outcome = await world.gateway.run(world.post('gm'))
    expect(outcome.kind).toBe('unknown')
    expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'unknown' })

    const other = world.open().gateway
    for (let round = 0; round < 2; round++) {
      world.clock.advance(TIMES.settle)
      await other.reconcile()
    }

    const id = 'intent' in outcome ? (outcome.intent ?? '') : ''
    expect(await other.outcome(id)).toMatchObject({ kind })
    expect(world.far.posts).toHaveLength(posts)
    expect((await other.show(id))?.evidence).toBeDefined()
  })
}

test('nothing is read before it has settled', async () => {
  let looks = 0
  await using world = oneEffectWorld(() => lost, {
    reconcile: async () => {
      looks += 1
      return { kind: 'absent' }
    },
  })
  await world.run()
  world.clock.advance(TIMES.settle - 1)

  expect(await world.gateway.reconcile()).toMatchObject({ looked: 0 })
  expect(looks).toBe(0)
})

test('a look knows the arguments, the probe and the window of its intent', async () => {
  const looks: unknown[] = []
  await using world = oneEffectWorld(() => lost, {
    probe: () => ({ since: '42' }),
    reconcile: async ({ isBound, ...sought }, window) => {
      looks.push({ ...sought, window, bound: await isBound('x') })
      return { kind: 'absent' }
    },
  })
  const at = world.clock.now()
  await world.run('a')
  world.clock.advance(TIMES.settle)
  await world.gateway.reconcile()

  expect(looks).toMatchObject([
    {
      account: 'alice',
      args: { text: 'a' },
      probe: { since: '42' },
      dispatchedAt: at,
      bound: false,
      window: { from: at - 5_000, until: at + TIMES.settle },
    },
  ])
})

for (const [name, look] of [
  ['throws', () => Promise.reject(new Error('503'))],
  [
    'throws at once',
    () => {
      throw new Error('503')
    },
  ],
  ['never ends', () => new Promise<never>(() => undefined)],
  ['gives nothing', async () => undefined],
  ['gives a text', () => 'applied'],
  ['gives a kind that there is not', async () => ({ kind: 'found' })],
  ['finds an id that is no text', async () => ({ kind: 'applied', value: 1, externalId: 5 })],
] as Array<[string, () => Promise<Look>]>) {
  test(`a look that ${name} has seen nothing`, async () => {
    await using world = oneEffectWorld(
      () => lost,
      { reconcile: look },
      { times: { ...TIMES, request: 20 } },
    )
    const outcome = await world.run()
    world.clock.advance(TIMES.settle)

    expect(await world.gateway.reconcile()).toMatchObject({ looked: 1, waiting: 1 })
    expect(
      await world.gateway.show('intent' in outcome ? (outcome.intent ?? '') : ''),
    ).toMatchObject({
      state: 'unknown',
    })
  })
}

test('evidence that cannot be kept is left out, and the look counts', async () => {
  await using world = oneEffectWorld(() => lost, {
    reconcile: async () => ({ kind: 'applied', value: 'x', evidence: 1n as never }),
  })
  await world.run()
  world.clock.advance(TIMES.settle)

  expect(await world.gateway.reconcile()).toMatchObject({ succeeded: 1 })
})

test('an effect that cannot look leaves it to a person', async () => {
  await using world = oneEffectWorld(() => lost)
  await world.run()
  world.clock.advance(TIMES.settle)

  expect(await world.gateway.reconcile()).toMatchObject({ needsHuman: 1 })
  expect(await world.run()).toMatchObject({ kind: 'needs_human' })
})

test('a deletion of which nothing was heard is sent again', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))
  world.far.script.push('drop_before')
  const request = { operation: deletePost, args: { id: '1' }, account: 'alice', principal: PERSON }
  expect(await world.gateway.run(request)).toMatchObject({ kind: 'unknown' })
  world.clock.advance(TIMES.settle)

  expect(await world.gateway.reconcile()).toMatchObject({ succeeded: 1 })
  expect(world.far.posts).toEqual([])
  expect(await world.gateway.run(request)).toMatchObject({ kind: 'replayed' })
})

test('a deletion that never gets through is given to a person', async () => {
  await using world = createSmallWorld()
  const request = { operation: deletePost, args: { id: '1' }, account: 'alice', principal: PERSON }
  world.far.script.push(...Array<Behaviour>(9).fill('drop_before'))
  await world.gateway.run(request)
  for (let round = 0; round < 5; round++) {
    world.clock.advance(TIMES.settle)
    await world.gateway.reconcile()
  }

  expect(await world.gateway.run(request)).toMatchObject({ kind: 'needs_human' })
  expect(world.far.requests).toBeLessThanOrEqual(4)
})

test('a pause holds a repeated send back, and does not wear it out', async () => {
  await using world = createSmallWorld()
  const request = { operation: deletePost, args: { id: '1' }, account: 'alice', principal: PERSON }
  world.far.script.push('drop_before')
  await world.gateway.run(request)
  await world.gateway.pause({ by: PERSON, reason: 'a long weekend' })
  for (let round = 0; round < 30; round++) {
    world.clock.advance(TIMES.look)
    await world.gateway.reconcile()
  }
  expect(world.far.requests).toBe(1)
  await world.gateway.resume({ by: PERSON, reason: 'back' })
  world.clock.advance(TIMES.look)
  await world.gateway.reconcile()

  expect(await world.gateway.run(request)).toMatchObject({ kind: 'replayed' })
})

test('one that cannot be looked after does not hold the others up', async () => {
  await using world = createSmallWorld()
  const sent: unknown[] = []
  const poison = actEffect(sent, () => lost, {
    reconcile: async () => ({ kind: 'applied', value: 1 }),
    record: () => {
      throw new Error('out of order')
    },
  })
  const good = actEffect(sent, () => lost, {
    operation: { ...poison.operation, name: 'thing.good' },
    reconcile: async () => ({ kind: 'applied', value: 1 }),
  })
  const { gateway } = world.open({ effects: [poison, good] })
  for (let index = 0; index < 40; index++) {
    const chosen = index % 2 ? poison.operation : good.operation
    await gateway.run({ ...world.post(''), operation: chosen, args: { text: `t${index}` } })
  }
  world.clock.advance(TIMES.settle)

  expect(await gateway.reconcile()).toMatchObject({ looked: 40, succeeded: 20, waiting: 20 })
})

test('a late answer and a reconciler at the same time: one of them counts', async () => {
  let answer: (value: { kind: 'applied'; value: string }) => void = () => undefined
  await using world = oneEffectWorld(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    { reconcile: async () => ({ kind: 'applied', value: 'found' }) },
    { times: { ...TIMES, request: 10_000, settle: 20_000 } },
  )
  const running = world.run()
  await new Promise((resolve) => setTimeout(resolve, 30))
  world.clock.advance(20_000)
  const [report, outcome] = await Promise.all([
    world.open().gateway.reconcile(),
    Promise.resolve(answer({ kind: 'applied', value: 'heard' })).then(() => running),
  ])

  expect(['executed', 'replayed', 'unknown']).toContain(outcome.kind)
  expect(report.looked).toBeLessThanOrEqual(1)
  world.clock.advance(20_000)
  await world.gateway.reconcile()
  const [kept] = await world.gateway.list()
  expect(kept).toMatchObject({ state: 'succeeded' })
  const kinds = []
  for await (const { kind } of world.gateway.auditTrail('alice')) kinds.push(kind)
  expect(kinds.filter((kind) => kind === 'succeeded')).toHaveLength(1)
})

test('what was sent once more is not sent again before that can have settled', async () => {
  await using world = createSmallWorld()
  const beside = new DatabaseSync(world.path)
  const request = { operation: deletePost, args: { id: '1' }, account: 'alice', principal: PERSON }
  // Someone else holds the file while it is on its way, for too long, and leaves nothing behind.
  const running = world.gateway.run(request, {
    onBegin: () => process.nextTick(() => beside.exec('begin immediate')),
  })
  world.far.script.push('error_before', 'error_before', 'error_before')
  while (world.far.requests === 0) await new Promise(setImmediate)
  await new Promise((resolve) => setTimeout(resolve, 20))
  world.clock.advance(TIMES.busy + 1)
  expect(await running).toMatchObject({ kind: 'unknown', message: expect.stringContaining('busy') })
  beside.exec('rollback')
  beside.close()

  world.clock.advance(TIMES.settle + 1)
  await world.gateway.reconcile()
  expect(world.far.requests).toBe(2)
  await world.gateway.reconcile()
  expect(world.far.requests).toBe(2)
  world.clock.advance(TIMES.settle + 1)
  await world.gateway.reconcile()
  expect(world.far.requests).toBe(3)
})

test('a look that throws what cannot be read could not read, and keeps nobody from being looked after', async () => {
  const looked: string[] = []
  await using world = oneEffectWorld(() => lost, {
    async reconcile({ args }) {
      looked.push(String(Reflect.get(Object(args), 'text')))
      throw Object.create(null)
    },
  })
  await world.run('a')
  await world.run('b')
  world.clock.advance(TIMES.settle + 1)

  await world.gateway.reconcile()

  expect(looked.toSorted()).toEqual(['a', 'b'])
  expect(await world.gateway.list()).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
})

test('a look whose answer is checked without end is given up', async () => {
  const output = { '~standard': { ...z.any()['~standard'], validate: () => new Promise(() => {}) } }
  await using world = oneEffectWorld(
    () => ({ kind: 'unknown', message: 'nothing was heard' }),
    {
      operation: operation({ ...act, output: output as never }),
      reconcile: async () => ({ kind: 'applied', value: 1 }),
    },
    { times: { ...TIMES, request: 20 } },
  )
  await world.run()
  world.clock.advance(TIMES.settle + 1)

  await world.gateway.reconcile()

  expect(await world.gateway.list()).toMatchObject([{ state: 'unknown' }])
})

test('the far side has it already: it is ours if it is found, and refused if not', async () => {
  await using world = createSmallWorld()
  world.far.posts.push({ id: 'x', account: 'alice', text: 'gm' })
  world.far.script.push('duplicate', 'duplicate')

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'executed',
    value: { id: 'x' },
  })
  expect(await world.gateway.run(world.post('other'))).toMatchObject({
    kind: 'failed',
    code: 'duplicate_at_far_side',
  })
})

test('tending reads back and executes what was approved, until it is told to stop', async () => {
  await using world = createSmallWorld()
  world.far.script.push('drop_after')
  const outcome = await world.gateway.run(world.post('gm'))
  world.clock.advance(TIMES.settle)
  const stop = world.gateway.tend({ everyMs: 5 })
  const id = 'intent' in outcome ? (outcome.intent ?? '') : ''
  while ((await world.gateway.outcome(id))?.kind === 'unknown') await new Promise(setImmediate)
  await stop()

  expect(await world.gateway.outcome(id)).toMatchObject({ kind: 'replayed' })
})

test('a repetition waits for as long as the far side has said', async () => {
  const at: number[] = []
  const retryAfterMs = TIMES.readGap * 100
  await using world = oneEffectWorld(
    () => {
      at.push(world.clock.now())
      if (at.length === 1) throw new Error('reset')
      return { kind: 'refused', code: 'rate_limited', message: 'wait', retryAfterMs }
    },
    { class: 'delete' },
  )
  await world.run('a')
  for (let round = 0; round < 100; round++) {
    world.clock.advance(TIMES.settle)
    await world.gateway.reconcile()
  }

  const [, second = 0, third = 0] = at
  expect(third - second).toBeGreaterThanOrEqual(retryAfterMs)
})
