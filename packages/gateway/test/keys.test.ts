import { expect, test } from 'vitest'
import { z } from 'zod'
import { effect, operation, spendPermit } from '../src/index.js'
import { done, oneEffectWorld } from './harness/one-effect.js'
import { createSmallWorld, PERSON, TIMES } from './harness/small-world.js'

test('a key that was answered during a pause is answered after it too', async () => {
  await using world = createSmallWorld()
  const { gateway } = world
  const keyed = world.post('gm', { idempotencyKey: 'k' })
  await gateway.run(world.post('gm'))
  await gateway.pause({ account: 'alice', by: PERSON, reason: 'lunch' })

  expect(await gateway.run(keyed)).toMatchObject({ kind: 'replayed' })
  await gateway.resume({ account: 'alice', by: PERSON, reason: 'back' })
  world.clock.advance(TIMES.fingerprintHeld + 1)
  expect(await gateway.run(keyed)).toMatchObject({ kind: 'replayed' })
  expect(world.far.posts).toHaveLength(1)
})

test('a repeat on purpose that came too early is still one under its key', async () => {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isFirst = true
  await using world = oneEffectWorld(async () => {
    const waits = isFirst
    isFirst = false
    if (waits) await gate
    return { kind: 'applied', value: 'done' }
  })
  const running = world.run('a')
  const again = world.ask('a', { idempotencyKey: 'again', allowRepeat: true })
  const other = world.open().gateway
  await expect.poll(async () => (await other.run(again)).kind).toBe('in_progress')
  letGo()
  await running

  expect(await other.run(again)).toMatchObject({ kind: 'executed' })
})

test('a key that joins what says it in other words is not bound to those', async () => {
  const setStatus = operation({
    name: 'status.set',
    input: z.object({ on: z.boolean(), why: z.string() }),
  })
  const setting = effect({
    operation: setStatus,
    class: 'set',
    slot: ({ on }) => ({ name: 'status', value: on }),
    encode: (args) => args,
    async send(permit, request) {
      spendPermit(permit, request)
      return { kind: 'applied', value: 1 }
    },
  })
  await using world = createSmallWorld({ effects: [setting] })
  const set = (why: string, idempotencyKey?: string) =>
    world.gateway.run({
      operation: setStatus,
      args: { on: true, why },
      account: 'alice',
      principal: PERSON,
      idempotencyKey,
    })

  expect(await set('a')).toMatchObject({ kind: 'executed' })
  expect(await set('b', 'k')).toMatchObject({ kind: 'replayed' })
  expect(await set('b', 'k')).toMatchObject({ kind: 'replayed' })
})

test('what was done is told under a new key too, where it cannot be encoded any more', async () => {
  let isBroken = false
  const encode = (args: unknown) => {
    if (isBroken) throw new Error('no')
    return { path: '/act', body: args }
  }
  await using world = oneEffectWorld(done, { encode })
  await world.run('a')
  isBroken = true

  expect(await world.run('a')).toMatchObject({ kind: 'replayed' })
  expect(await world.run('a', { idempotencyKey: 'k' })).toMatchObject({ kind: 'replayed' })
})
