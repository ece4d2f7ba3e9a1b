import { expect, test } from 'vitest'
import { noMemory, rulesPolicy, type Outcome } from '../src/index.js'
import { done, oneEffectWorld } from './harness/one-effect.js'
import { AGENT, createSmallWorld, limitedTo, PERSON } from './harness/small-world.js'

test('twins in one process wait for the one that runs, and are told what came of it', async () => {
  await using world = createSmallWorld()

  const outcomes = await Promise.all(
    Array.from({ length: 25 }, () => world.gateway.run(world.post('gm'))),
  )

  expect(kindsOf(outcomes)).toEqual(['executed', ...Array(24).fill('replayed')])
  expect(world.far.posts).toHaveLength(1)
  await world.gateway.run(world.post('other'))
  let replays = 0
  for await (const { kind, payload } of world.gateway.auditTrail('alice')) {
    if (kind === 'replayed') replays += Number(Object(payload).times ?? 1)
  }
  expect(replays).toBe(24)
})

test('without a memory the database alone tells twins apart', async () => {
  await using world = createSmallWorld({ memory: noMemory })

  const outcomes = await Promise.all(
    Array.from({ length: 25 }, () => world.gateway.run(world.post('gm'))),
  )

  expect(outcomes.filter(({ kind }) => kind === 'executed')).toHaveLength(1)
  expect(world.far.posts).toHaveLength(1)
})

test('a twin is not denied for what another principal may not', async () => {
  await using world = createSmallWorld({
    policy: rulesPolicy([
      { id: 'persons', action: 'allow', principals: ['person'] },
      { id: 'agents', action: 'deny', principals: ['agent'] },
    ]),
  })

  const [agent, person] = await Promise.all([
    world.gateway.run(world.post('gm', { principal: AGENT })),
    world.gateway.run(world.post('gm', { principal: PERSON })),
  ])

  expect(agent).toMatchObject({ kind: 'denied', rule: 'agents' })
  expect(person).toMatchObject({ kind: 'executed' })
})

test('a twin of what was denied is denied for the reason that holds', async () => {
  await using world = createSmallWorld({
    policy: limitedTo({ dimension: 'post.create', max: 0, per: '1s' }),
  })

  const outcomes = await Promise.all([
    world.gateway.run(world.post('gm')),
    world.gateway.run(world.post('gm')),
  ])

  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'denied', code: 'limit' })
})

test('twins of what failed are told so, and what is asked later is tried again', async () => {
  await using world = createSmallWorld()
  world.far.script.push('refuse')

  const outcomes = await Promise.all([1, 2, 3].map(() => world.gateway.run(world.post('gm'))))

  expect(kindsOf(outcomes)).toEqual(['failed', 'failed', 'failed'])
  expect(world.far.requests).toBe(1)
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'executed' })
})

test('twins of what is unknown are told so', async () => {
  await using world = createSmallWorld()
  world.far.script.push('drop_after')

  const outcomes = await Promise.all([1, 2, 3].map(() => world.gateway.run(world.post('gm'))))

  expect(kindsOf(outcomes)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(world.far.posts).toHaveLength(1)
})

test('a twin whose runner was thrown off runs itself', async () => {
  await using world = createSmallWorld()
  const cancelled = world.gateway.run(world.post('gm'), { isCancelled: () => true })
  const twin = world.gateway.run(world.post('gm'))

  expect(await cancelled).toMatchObject({ kind: 'denied', code: 'cancelled' })
  expect(await twin).toMatchObject({ kind: 'executed' })
})

test('a repeat on purpose is no twin of what it repeats', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm', { idempotencyKey: '1' }))

  const outcomes = await Promise.all([
    world.gateway.run(world.post('gm', { idempotencyKey: '2', allowRepeat: true })),
    world.gateway.run(world.post('gm', { idempotencyKey: '2', allowRepeat: true })),
    world.gateway.run(world.post('gm', { idempotencyKey: '1' })),
  ])

  expect(kindsOf(outcomes)).toEqual(['executed', 'replayed', 'replayed'])
  expect(world.far.posts).toHaveLength(2)
})

test('deletions are not held back in memory', async () => {
  let asked = 0
  const memory = { ...noMemory, get: () => ((asked += 1), undefined) }
  await using world = oneEffectWorld(done, { class: 'delete' }, { memory })
  await world.run()

  expect(asked).toBe(0)
})

test('a memory that lies about what was done is not believed', async () => {
  let lie: Promise<Outcome> = Promise.resolve({ kind: 'dry_run', rule: 'x', preview: undefined })
  await using world = createSmallWorld({ memory: { ...noMemory, get: () => lie } })
  const first = await world.gateway.run(world.post('one'))
  world.clock.advance(6_000)

  // What was done long ago, what is another's, what never was, and what breaks.
  for (const told of [
    () => Promise.resolve(first),
    () => Promise.resolve({ ...first, intent: 'no-such-intent' } as Outcome),
    () => Promise.reject(new Error('broken')),
  ]) {
    lie = told()
    world.clock.advance(6_000)
    expect(await world.gateway.run(world.post('one'))).toMatchObject({ kind: 'executed' })
  }
  lie = Promise.resolve(first)
  expect(await world.gateway.run(world.post('two'))).toMatchObject({ kind: 'executed' })
  expect(world.far.posts.map(({ text }) => text)).toEqual(['one', 'one', 'one', 'one', 'two'])
})

test('the memory knows what runs, and forgets what has ended, however it ended', async () => {
  const memory = new Map<string, Promise<Outcome>>()
  await using world = createSmallWorld({ memory })
  const running = world.gateway.run(world.post('gm'))

  expect(memory.size).toBe(1)
  expect(await running).toMatchObject({ kind: 'executed' })
  expect(memory.size).toBe(0)

  const broken = () => {
    throw new Error('broken')
  }
  await expect(world.gateway.run(world.post('other'), { isCancelled: broken })).rejects.toThrow(
    'broken',
  )
  expect(memory.size).toBe(0)
})

function kindsOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.map(({ kind }) => kind)
}
