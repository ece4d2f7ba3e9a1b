import { expect, test } from 'vitest'
import { createSmallWorld, limitedTo, TIMES } from './harness/small-world.js'

const HOUR = 3_600_000

test('a clock that is set back opens no window, and posts nothing twice', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))
  world.clock.set(world.clock.now() - HOUR)

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'replayed' })
  expect(await world.gateway.run(world.post('gn'))).toMatchObject({ kind: 'executed' })
  expect(await world.gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
})

test('what was lost before the clock was set back is found when it has caught up', async () => {
  await using world = createSmallWorld()
  world.far.script.push('drop_after')
  await world.gateway.run(world.post('gm'))
  world.clock.set(world.clock.now() - HOUR)
  world.clock.advance(TIMES.settle)

  expect(await world.gateway.reconcile()).toMatchObject({ looked: 0 })
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'unknown' })
  world.clock.advance(HOUR)
  expect(await world.gateway.reconcile()).toMatchObject({ succeeded: 1 })
  expect(world.far.posts).toHaveLength(1)
})

test('a clock that leaps ahead while something is on its way is looked after twice, well apart', async () => {
  await using world = createSmallWorld()
  world.far.script.push('drop_before')
  const outcome = await world.gateway.run(world.post('gm'))
  world.clock.set(world.clock.now() + HOUR)

  expect(await world.gateway.reconcile()).toMatchObject({ looked: 1, waiting: 1 })
  expect(await world.gateway.reconcile()).toMatchObject({ looked: 0 })
  world.clock.advance(TIMES.readGap)
  expect(await world.gateway.reconcile()).toMatchObject({ failed: 1 })
  expect(
    await world.gateway.outcome('intent' in outcome ? (outcome.intent ?? '') : ''),
  ).toMatchObject({
    kind: 'failed',
    code: 'not_applied',
  })
})

test('a clock that leapt ahead and came back holds windows longer, never shorter', async () => {
  await using world = createSmallWorld({
    policy: limitedTo({ dimension: 'post.create', max: 2, per: '1s' }),
  })
  await world.gateway.run(world.post('one'))
  world.clock.set(world.clock.now() + HOUR)
  await world.gateway.run(world.post('two'))
  world.clock.set(world.clock.now() - HOUR)
  await world.gateway.run(world.post('three'))

  expect(await world.gateway.run(world.post('four'))).toMatchObject({ code: 'limit' })
  expect(await world.gateway.run(world.post('two'))).toMatchObject({ kind: 'replayed' })
  world.clock.advance(HOUR + 1_000)
  expect(await world.gateway.run(world.post('four'))).toMatchObject({ kind: 'executed' })
})
