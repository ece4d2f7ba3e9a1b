import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { type DueIntent, type LookRecord, type Store } from '../../src/store.js'
import {
  ANN,
  claimInput,
  completeInput,
  FAILED,
  leaseOf,
  sendAndEnd,
  sendInput,
  UNKNOWN,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore, type StoreUnderTest } from '../store-conformance.js'

const OPERATIONS = ['post.create']

export function testReadBack(open: OpenStore): void {
  test('nothing is taken before it has settled', async () => {
    await using world = await open()
    await world.store.claim(sendInput())
    await sendAndEnd(world.store, { content: 'b' }, UNKNOWN)

    await world.advance(world.times.settle - 1)
    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toEqual([])
    await world.advance(1)
    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toHaveLength(2)
  })

  test('each is taken by one, and an earlier holder has lost it', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.settle)

    const taken = await Promise.all([
      world.store.takeDue('p2', 10, OPERATIONS),
      world.again().takeDue('p3', 10, OPERATIONS),
    ])

    expect(taken.flat()).toHaveLength(1)
    expect(taken.flat()[0]).toMatchObject({
      lease: { intent: lease.intent, generation: 2 },
      intent: { state: 'unknown', probe: { since: '9' } },
    })
    expect(await world.store.complete(completeInput(lease, FAILED))).toMatchObject({ kind: 'lost' })
  })

  test('what this program cannot look for is left to one that can, and does not tire', async () => {
    await using world = await open()
    const { intent } = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.settle)
    for (let sweep = 0; sweep < 5; sweep++) {
      expect(await world.store.takeDue('stranger', 10, ['like.set'])).toEqual([])
      await world.advance(world.times.look)
    }

    expect(await world.store.findIntent(intent)).toMatchObject({
      state: 'dispatched',
      generation: 1,
    })
    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toHaveLength(1)
  })

  test('as many are taken as are asked for, the oldest first', async () => {
    await using world = await open()
    const leases = []
    for (const content of ['a', 'b', 'c']) {
      leases.push(leaseOf(await world.store.claim(sendInput({ content }))))
      await world.advance(1)
    }
    await world.advance(world.times.settle)

    const taken = await world.store.takeDue('p2', 2, OPERATIONS)
    expect(taken.map(({ lease }) => lease.intent)).toEqual(
      leases.slice(0, 2).map(({ intent }) => intent),
    )
  })

  test('what was only claimed was never sent: it has failed, and its keys are free', async () => {
    await using world = await open()
    const { intent } = leaseOf(await world.store.claim(claimInput({ operation: 'whatever' })))
    await world.advance(world.times.prepare)

    expect(await world.store.takeDue('p2', 10, [])).toEqual([])
    expect(await world.store.findIntent(intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'never_sent' },
    })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('one look that finds nothing is not enough, and two too close are one', async () => {
    await using world = await open()
    const { intent } = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.settle)
    const { lease } = await takeOne(world.store)

    expect(await record(world.store, lease, { kind: 'absent' })).toEqual({
      kind: 'recorded',
      state: 'unknown',
    })
    await world.advance(world.times.readGap - 1)
    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toEqual([])
    await world.advance(1)
    const second = await takeOne(world.store)
    expect(
      await record(world.store, second.lease, { kind: 'absent', evidence: { searched: 3 } }),
    ).toEqual({
      kind: 'recorded',
      state: 'failed',
    })
    expect(await world.store.findIntent(intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'not_applied' },
      evidence: { searched: 3 },
    })
  })

  test('two reads count as two only if they lie apart, whenever they are recorded', async () => {
    await using world = await open()
    await world.store.claim(sendInput())
    await world.advance(world.times.settle)
    await record(world.store, (await takeOne(world.store)).lease, { kind: 'absent' })
    // Someone lets the next looker in too early.
    await world.tamper('update gateway_intent set lease_until = 0')

    const early = await takeOne(world.store)
    expect(await record(world.store, early.lease, { kind: 'absent' })).toMatchObject({
      state: 'unknown',
    })
  })

  test('what is found is a success, with what was seen, and the application’s statements', async () => {
    await using world = await open()
    const lost = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.settle)
    const { lease } = await takeOne(world.store)
    const note = CompiledQuery.raw(`insert into app_note (text) values ('found')`)

    const looked = await world.store.recordLook(
      lease,
      { kind: 'succeeded', value: { id: '7' }, externalId: '7', evidence: { found: '7' } },
      () => [note],
    )

    expect(looked).toEqual({ kind: 'recorded', state: 'succeeded' })
    expect(await world.store.findIntent(lost.intent)).toMatchObject({
      state: 'succeeded',
      value: { id: '7' },
      evidence: { found: '7' },
    })
    expect(await world.rows('select text from app_note')).toEqual([['found']])
  })

  test('what is found and another’s already needs a person, and records nothing', async () => {
    await using world = await open()
    const found = { kind: 'succeeded', value: { id: '7' }, externalId: '7' } as const
    await sendAndEnd(world.store, { content: 'other' }, found)
    await world.store.claim(sendInput())
    await world.advance(world.times.settle)
    const { lease } = await takeOne(world.store)
    const note = CompiledQuery.raw(`insert into app_note (text) values ('found')`)

    expect(await world.store.recordLook(lease, found, () => [note])).toEqual({
      kind: 'recorded',
      state: 'needs_human',
    })
    expect(await world.rows('select text from app_note')).toEqual([])
  })

  test('what is ambiguous needs a person at once', async () => {
    await using world = await open()
    const { lease } = await lose(world)

    expect(
      await record(world.store, lease, { kind: 'ambiguous', evidence: { like: ['1', '2'] } }),
    ).toMatchObject({
      state: 'needs_human',
    })
    expect(await world.store.findIntent(lease.intent)).toMatchObject({
      evidence: { like: ['1', '2'] },
    })
  })

  test('what went wrong is still known when a person must look', async () => {
    await using world = await open()
    const lost = { kind: 'unknown', message: 'no answer within 30 s' } as const
    const { intent } = await sendAndEnd(world.store, {}, lost)
    await world.advance(world.times.settle)
    const { lease } = await takeOne(world.store)

    await record(world.store, lease, { kind: 'ambiguous', evidence: { like: ['1', '2'] } })

    expect(await world.store.findIntent(intent)).toMatchObject({
      state: 'needs_human',
      failure: { code: 'unknown', message: 'no answer within 30 s' },
    })
  })

  test('reads that keep failing need a person in the end, and not before', async () => {
    await using world = await open()
    let due: DueIntent | undefined = await lose(world)
    const { intent } = due.lease
    for (let waited = 0; waited < world.times.giveUp; waited += world.times.readGap) {
      expect(await world.store.findIntent(intent)).toMatchObject({ state: 'unknown' })
      await record(world.store, due.lease, { kind: 'unreadable', message: '503' })
      await world.advance(world.times.readGap)
      due = await takeOne(world.store)
    }
    expect(
      await record(world.store, due.lease, { kind: 'unreadable', message: '503' }),
    ).toMatchObject({
      state: 'needs_human',
    })
  })

  test('a read that fails between two that find nothing takes nothing from them', async () => {
    await using world = await open()
    let due = await lose(world)
    for (const kind of ['absent', 'unreadable'] as const) {
      await record(world.store, due.lease, kind === 'absent' ? { kind } : { kind, message: '503' })
      await world.advance(world.times.readGap)
      due = await takeOne(world.store)
    }

    expect(await record(world.store, due.lease, { kind: 'absent' })).toMatchObject({
      state: 'failed',
    })
  })

  test('three who took it and said nothing: a person must look', async () => {
    await using world = await open()
    const { lease } = await lose(world)
    for (let taken = 1; taken < 3; taken++) {
      await world.advance(world.times.look)
      expect(await world.store.takeDue('p2', 10, OPERATIONS)).toHaveLength(1)
    }
    await world.advance(world.times.look)

    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toEqual([])
    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'needs_human' })
  })

  test('a look of an older generation is not recorded', async () => {
    await using world = await open()
    const { lease } = await lose(world)
    await world.advance(world.times.look)
    await takeOne(world.store)

    for (const look of [
      { kind: 'absent' },
      { kind: 'ambiguous' },
      { kind: 'unreadable', message: '503' },
      { kind: 'succeeded', value: null },
    ] as const) {
      expect(await record(world.store, lease, look)).toEqual({ kind: 'lost' })
    }
  })

  test('a payment of which nothing was heard may be made again, and stays counted', async () => {
    await using world = await open()
    const caps = [{ dimension: 'money', max: 10, windowMs: 10_000_000 }]
    const pay = (clientKey: string) =>
      world.store.claim(sendInput({ class: 'spend', clientKey }, within(caps, { money: 6 })))
    const { intent } = leaseOf(await pay('run:1'))
    await world.advance(world.times.settle)

    expect(await world.store.takeDue('p2', 10, OPERATIONS)).toEqual([])
    expect(await world.store.findIntent(intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'perhaps_spent' },
    })
    expect(await pay('run:1')).toMatchObject({ code: 'limit' })
  })

  test('what may be repeated is dispatched once more by its holder, unless everything is paused', async () => {
    await using world = await open()
    const { lease } = await lose(world)
    await world.store.pause({ by: ANN, reason: 'stop' })

    expect(await world.store.redispatch(lease, 1, () => undefined)).toMatchObject({
      code: 'paused',
    })
    await world.store.resume({ by: ANN, reason: 'go' })
    expect(
      await world.store.redispatch({ ...lease, generation: 1 }, 1, () => undefined),
    ).toMatchObject({ code: 'lost_lease' })
    expect(await world.store.redispatch(lease, 0, () => undefined)).toMatchObject({
      code: 'old_writer',
    })
    expect(await world.store.redispatch(lease, 1, () => undefined)).toMatchObject({
      kind: 'dispatched',
    })
    expect(await world.store.redispatch(lease, 1, () => undefined)).toMatchObject({
      code: 'lost_lease',
    })
    expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'completed' })
  })

  test('what was sent once more by whoever sent it first is not due before that can have settled', async () => {
    await using world = await open()
    const { store } = world
    // Enough to be believed about the account, where a store goes by what it has seen.
    await sendAndEnd(store, { content: 'a' })
    await sendAndEnd(store, { content: 'b' })
    await store.claim(sendInput({ content: 'c', class: 'delete' }))
    await world.advance(world.times.settle)
    const { lease } = await takeOne(store)
    await store.redispatch(lease, 1, () => undefined)
    await sendAndEnd(store, { content: 'd' })
    await sendAndEnd(store, { content: 'e' })

    expect(await store.complete(completeInput(lease, UNKNOWN))).toMatchObject({
      kind: 'completed',
    })
    expect(await store.takeDue('p2', 10, OPERATIONS)).toEqual([])
    await world.advance(world.times.settle)
    expect(await store.takeDue('p2', 10, OPERATIONS)).toHaveLength(1)
  })
}

/** One intent of unknown outcome, taken by someone. */
async function lose(world: StoreUnderTest): Promise<DueIntent> {
  await world.store.claim(sendInput())
  await world.advance(world.times.settle)
  return takeOne(world.store)
}

async function takeOne(store: Store): Promise<DueIntent> {
  const [due] = await store.takeDue('p2', 10, OPERATIONS)
  if (!due) throw new Error('nothing was due')
  return due
}

function record(store: Store, lease: DueIntent['lease'], look: LookRecord) {
  return store.recordLook(lease, look, () => [])
}
