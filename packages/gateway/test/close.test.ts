import { expect, test } from 'vitest'
import { type Sent } from '../src/index.js'
import { oneEffectWorld } from './harness/one-effect.js'
import { createSmallWorld, TIMES } from './harness/small-world.js'

test('a gateway that closes takes nothing more, and finishes what it has begun', async () => {
  let answer: (sent: Sent) => void = () => undefined
  let begun: () => void = () => undefined
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  await using world = oneEffectWorld(() => {
    begun()
    return new Promise((resolve) => (answer = resolve))
  })
  const running = world.run('a')
  await beginning
  const closing = world.gateway.close()

  expect(await world.run('b')).toMatchObject({ kind: 'denied', code: 'closing' })
  expect(await world.gateway.evaluate(world.ask('c'))).toMatchObject({
    kind: 'denied',
    code: 'closing',
  })
  expect(await world.gateway.executeApproved()).toEqual([])
  answer({ kind: 'applied', value: 'done' })
  expect(await running).toMatchObject({ kind: 'executed' })
  await closing
  expect(world.sent).toHaveLength(1)
  const after = world.open().gateway
  expect(await after.list()).toMatchObject([{ state: 'succeeded' }])
})

test('what does not end in time stays dispatched, and is found out by the next process', async () => {
  let begun: () => void = () => undefined
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  await using world = oneEffectWorld(
    () => {
      begun()
      return new Promise(() => undefined)
    },
    { reconcile: async () => ({ kind: 'applied', value: 'found' }) },
    { times: { ...TIMES, close: 10, request: 100 } },
  )
  const running = world.run('a')
  await beginning
  await world.gateway.close()

  expect(await running).toMatchObject({ kind: 'unknown' })
  const next = world.open().gateway
  expect(await next.list()).toMatchObject([{ state: 'dispatched' }])
  world.clock.advance(TIMES.settle)
  expect(await next.reconcile()).toMatchObject({ succeeded: 1 })
})

test('replays that wait for a commit are written before the end', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))
  await world.gateway.run(world.post('gm'))
  await world.gateway.close()

  const kinds = []
  for await (const { kind } of world.open().gateway.auditTrail('alice')) kinds.push(kind)
  expect(kinds).toEqual(['dispatched', 'succeeded', 'replayed'])
})

test('tending ends with the gateway', async () => {
  await using world = createSmallWorld()
  world.gateway.tend({ everyMs: 60_000 })

  await world.gateway.close()
  await expect(world.gateway.list()).rejects.toMatchObject({ code: 'closed' })
})

test('to close again is to be closed', async () => {
  await using world = createSmallWorld()

  await Promise.all([world.gateway.close(), world.gateway.close()])
  await expect(world.gateway.close()).resolves.toBeUndefined()
})

test('whatever is asked of a closed store is refused with a code', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))
  await world.store.close()

  expect(await world.gateway.run(world.post('gn'))).toMatchObject({
    kind: 'denied',
    code: 'storage',
  })
  await expect(world.gateway.list()).rejects.toMatchObject({ name: 'StorageError', code: 'closed' })
  await expect(world.gateway.reconcile()).rejects.toMatchObject({ code: 'closed' })
})
