import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { type SettledIntent } from '../src/index.js'
import { done, oneEffectWorld } from './harness/one-effect.js'
import { createSmallWorld, deletePost, limitedTo } from './harness/small-world.js'

test('a value of 64 KiB is kept whole, and of a larger one its size and digest', async () => {
  const fits = 'x'.repeat(64 * 1024 - 2)
  await using world = oneEffectWorld((request) => {
    const { body } = request as { body: { text: string } }
    return { kind: 'applied', value: body.text === 'fits' ? fits : `${fits}x` }
  })

  expect(await world.run('fits')).toMatchObject({ kind: 'executed', value: fits })
  expect(await world.run('fits')).toMatchObject({ kind: 'replayed', value: fits })
  expect(await world.run('not')).toMatchObject({ kind: 'executed', value: `${fits}x` })
  expect(await world.run('not')).toMatchObject({
    kind: 'replayed',
    value: undefined,
    omitted: { bytes: 64 * 1024 + 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

for (const [name, value] of [
  ['a function', () => 1],
  ['itself', loop()],
  ['a big integer', { n: 1n }],
  ['half a character', { text: '\ud800' }],
  ['much of half a character', '\ud800'.repeat(70_000)],
  ['no number', { n: NaN }],
  ['a date', new Date(0)],
  [
    'a getter that throws',
    Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    }),
  ],
] as const) {
  test(`it has happened, though its value holds ${name}`, async () => {
    await using world = oneEffectWorld(() => ({ kind: 'applied', value }))

    expect(await world.run()).toMatchObject({ kind: 'executed' })
    expect(await world.run()).toMatchObject({ kind: 'replayed' })
    expect(world.sent).toHaveLength(1)
    expect(await world.gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
  })
}

test('an undo that fails, or says nothing of use, takes nothing from the success', async () => {
  for (const undo of [
    () => {
      throw new Error('no')
    },
    () => undefined,
    () => ({ operation: 'x', args: 1n as never }),
  ]) {
    await using world = oneEffectWorld(done, { undo })
    const outcome = await world.run()
    expect(outcome).toMatchObject({ kind: 'executed' })
    expect(outcome).not.toHaveProperty('undo')
  }
})

test('an undo is a request like any other: it takes back what was done', async () => {
  await using world = createSmallWorld()
  const outcome = await world.gateway.run(world.post('oops'))
  const undo = outcome.kind === 'executed' ? outcome.undo : undefined

  expect(undo?.operation).toBe(deletePost.name)
  const undone = await world.gateway.run(
    world.post('', { operation: deletePost, args: undo?.args }),
  )

  expect(undone).toMatchObject({ kind: 'executed', value: { deleted: true } })
  expect(world.far.posts).toEqual([])
})

test('the application’s statements are in the transaction that records the outcome', async () => {
  const settled: SettledIntent[] = []
  await using world = oneEffectWorld(
    () => ({ kind: 'applied', value: { id: '5' }, externalId: '5' }),
    {
      record: (one) => {
        settled.push(one)
        return [CompiledQuery.raw('insert into note values (?)', [String(one.externalId)])]
      },
    },
  )
  await world.store.writer.write((tx) =>
    tx.query(CompiledQuery.raw('create table note (text text)')),
  )

  await world.run('a')

  expect(settled).toMatchObject([
    {
      account: 'alice',
      operation: 'thing.act',
      args: { text: 'a' },
      state: 'succeeded',
      externalId: '5',
      value: { id: '5' },
    },
  ])
  const notes = CompiledQuery.raw(`update note set text = 'seen' where text = '5'`)
  expect(await world.store.writer.write((tx) => tx.query(notes))).toBe(1)
})

test('an outcome that cannot be recorded is unknown, and is found out later', async () => {
  let broken = true
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 'x' }), {
    record: () => {
      if (broken) throw new Error('out of order')
      return []
    },
    reconcile: async () => ({ kind: 'applied', value: 'x' }),
  })

  const outcome = await world.run()

  expect(outcome).toMatchObject({ kind: 'unknown' })
  world.clock.advance(2_000)
  expect(await world.gateway.reconcile()).toMatchObject({ looked: 1, waiting: 1 })
  broken = false
  world.clock.advance(2_400)
  expect(await world.gateway.reconcile()).toMatchObject({ looked: 1, succeeded: 1 })
  expect(await world.run()).toMatchObject({ kind: 'replayed', value: 'x' })
  expect(world.sent).toHaveLength(1)
})

test('an id that another intent has already is no success: a person must look', async () => {
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1, externalId: 'same' }))
  await world.run('a')

  expect(await world.run('b')).toMatchObject({ kind: 'needs_human' })
  expect(await world.run('b')).toMatchObject({ kind: 'needs_human' })
  expect(world.sent).toHaveLength(2)
})

test('a payment of which nothing was heard has failed, may be made again, and stays counted', async () => {
  await using world = oneEffectWorld(
    () => ({ kind: 'unknown', message: 'hm' }),
    { class: 'spend', cost: () => ({ money: 4 }) },
    { policy: limitedTo({ dimension: 'money', max: 8, per: '1000s' }) },
  )
  const pay = (idempotencyKey: string) => world.run('a', { idempotencyKey })

  expect(await pay('k')).toMatchObject({ kind: 'failed', code: 'perhaps_spent' })
  expect(await pay('k')).toMatchObject({ kind: 'failed' })
  expect(await pay('k')).toMatchObject({ kind: 'denied', code: 'limit' })
  expect(world.sent).toHaveLength(2)
})

test('a payment needs a key, and two keys are two payments of the same', async () => {
  await using world = oneEffectWorld(done, { class: 'spend' })

  expect(await world.run('a')).toMatchObject({ kind: 'denied', code: 'invalid_input' })
  expect(await world.run('a', { idempotencyKey: '1' })).toMatchObject({ kind: 'executed' })
  expect(await world.run('a', { idempotencyKey: '2' })).toMatchObject({ kind: 'executed' })
  expect(await world.run('a', { idempotencyKey: '2' })).toMatchObject({ kind: 'replayed' })
})

function loop(): object {
  const one: Record<string, unknown> = {}
  one['self'] = one
  return one
}
