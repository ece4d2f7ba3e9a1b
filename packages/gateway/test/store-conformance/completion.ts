import assert from 'node:assert/strict'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import {
  claimInput,
  completeInput,
  FAILED,
  kindsOf,
  leaseOf,
  sendAndEnd,
  sendInput,
  UNKNOWN,
} from '../harness/store-inputs.js'
import { type Principal } from '../../src/request.js'
import { type Store } from '../../src/store.js'
import { type OpenStore } from '../store-conformance.js'

export function testCompletion(open: OpenStore): void {
  test('an outcome is kept whole, with its value, its undo and its id', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    const undo = { operation: 'post.delete', args: { id: '1' } }

    const completed = await world.store.complete(
      completeInput(lease, { kind: 'succeeded', value: { id: '1' }, externalId: 'x1', undo }),
    )

    expect(completed).toEqual({ kind: 'completed', state: 'succeeded' })
    expect(await world.store.findIntent(lease.intent)).toMatchObject({
      state: 'succeeded',
      value: { id: '1' },
      externalId: 'x1',
      undo,
      omitted: undefined,
    })
    expect(await world.store.isBound('alice', 'post.create', 'x1')).toBe(true)
    expect(await world.store.isBound('bob', 'post.create', 'x1')).toBe(false)
    expect(await world.store.isBound('alice', 'post.delete', 'x1')).toBe(false)
  })

  test('a failure is kept with its code and when to try again', async () => {
    await using world = await open()
    const failure = { code: 'rate_limited', message: 'later', retryAfterMs: 900 }
    const lease = await sendAndEnd(world.store, {}, { kind: 'failed', ...failure })

    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'failed', failure })
  })

  test('an outcome is said once', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    const said = await Promise.all([
      world.store.complete(completeInput(lease)),
      world.again().complete(completeInput(lease, FAILED)),
      world.store.complete(completeInput(lease, UNKNOWN)),
    ])

    expect(said.map(({ kind }) => kind).toSorted()).toEqual(['completed', 'lost', 'lost'])
    expect(await kindsOf(world.store)).toHaveLength(2)
  })

  test('whoever reported unknown cannot take it back: only a look can', async () => {
    await using world = await open()
    const lease = await sendAndEnd(world.store, {}, UNKNOWN)

    expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'lost' })
    expect(await world.store.complete(completeInput(lease, FAILED))).toMatchObject({ kind: 'lost' })
    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'unknown' })
  })

  test('a completion of an older generation is refused', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.settle)
    const [due] = await world.again().takeDue('p1', 10, ['post.create'])

    // The same owner: what tells them apart is the generation alone.
    expect(due?.lease).toMatchObject({ owner: 'p1', generation: 2 })
    for (const settlement of [undefined, FAILED, UNKNOWN]) {
      expect(await world.store.complete(completeInput(lease, settlement))).toMatchObject({
        kind: 'lost',
        intent: { state: 'unknown', generation: 2 },
      })
    }
    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'unknown' })
  })

  test('another owner’s completion is refused', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))

    expect(await world.store.complete(completeInput({ ...lease, owner: 'p2' }))).toMatchObject({
      kind: 'lost',
    })
  })

  test('what was never dispatched cannot have succeeded, nor be unknown; it can have failed', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput()))

    expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'lost' })
    expect(await world.store.complete(completeInput(lease, UNKNOWN))).toMatchObject({
      kind: 'lost',
    })
    expect(await world.store.complete(completeInput(lease, FAILED))).toMatchObject({
      kind: 'completed',
    })
  })

  test('an id that is another intent’s outcome is not taken for this one’s', async () => {
    await using world = await open()
    const kept = { kind: 'succeeded', value: { id: '1' }, externalId: 'x1' } as const
    await sendAndEnd(world.store, { content: 'a' }, kept)
    const lease = leaseOf(await world.store.claim(sendInput({ content: 'b' })))
    const note = CompiledQuery.raw(`insert into app_note (text) values ('b')`)

    const completed = await world.store.complete(completeInput(lease, kept, () => [note]))

    expect(completed).toEqual({ kind: 'completed', state: 'needs_human' })
    expect(await world.rows('select text from app_note')).toEqual([])
    expect(await world.store.findIntent(lease.intent)).toMatchObject({
      state: 'needs_human',
      externalId: undefined,
      evidence: { borrowed: 'x1' },
    })
    const elsewhere = await sendAndEnd(world.store, { account: 'bob' }, kept)
    expect(await world.store.findIntent(elsewhere.intent)).toMatchObject({ state: 'succeeded' })
  })

  test('the application’s own statements are in the same transaction', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    const note = CompiledQuery.raw(`insert into app_note (text) values ('posted')`)

    await world.store.complete(completeInput(lease, undefined, () => [note]))

    expect(await world.rows('select text from app_note')).toEqual([['posted']])
  })

  test('if one of them fails, nothing is recorded, and it can be said again', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    const good = CompiledQuery.raw(`insert into app_note (text) values ('posted')`)
    const bad = CompiledQuery.raw(`insert into no_such_table values (1)`)

    await expect(
      world.store.complete(completeInput(lease, undefined, () => [good, bad])),
    ).rejects.toBeInstanceOf(Error)

    expect(await world.rows('select text from app_note')).toEqual([])
    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'dispatched' })
    expect(await kindsOf(world.store)).toEqual(['dispatched'])
    expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'completed' })
  })

  test('whoever has lost it records nothing of the application’s either', async () => {
    await using world = await open()
    const lease = await sendAndEnd(world.store)
    const note = CompiledQuery.raw(`insert into app_note (text) values ('again')`)

    await world.store.complete(completeInput(lease, undefined, () => [note]))

    expect(await world.rows('select text from app_note')).toEqual([])
  })

  test('a replay is recorded soon, with who asked', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store)
    const done = await world.store.findIntent(intent)
    if (!done) throw new Error('it is missing')

    world.store.recordReplay(done, { kind: 'agent', id: 'again' })
    await sendAndEnd(world.store, { content: 'other' })

    const trail = await replaysOf(world.store)
    expect(trail).toEqual([{ of: intent, payload: { principal: { kind: 'agent', id: 'again' } } }])
  })

  test('who asks again and again before that is written is one link that counts, whatever fails beside it', async () => {
    await using world = await open()
    const { store } = world
    const { intent: id } = await sendAndEnd(store)
    const { intent: other } = await sendAndEnd(store, { content: 'other' })
    const ann: Principal = { kind: 'person', id: 'ann' }
    const bob: Principal = { kind: 'person', id: 'bob' }
    const record = (intent: string, principal = ann) =>
      store.recordReplay({ id: intent, account: 'alice' }, principal)
    record(id)
    record(other)
    record(id)
    record(id, bob)
    record(id)
    const failing = store.claim(
      claimInput({ content: 'third' }, { judge: () => assert.fail('not judged') }),
    )
    await expect(failing).rejects.toThrow('not judged')
    await sendAndEnd(store, { content: 'fourth' })
    record(id)
    await sendAndEnd(store, { content: 'fifth' })

    expect(await replaysOf(store)).toEqual([
      { of: id, payload: { principal: ann, times: 3 } },
      { of: other, payload: { principal: ann } },
      { of: id, payload: { principal: bob } },
      { of: id, payload: { principal: ann } },
    ])
  })

  test('a loop of one account displaces no record of another', async () => {
    await using world = await open()
    const { store } = world
    const bob: Principal = { kind: 'person', id: 'bob' }
    const loop: Principal = { kind: 'loop', id: 'stuck' }
    const { intent: hers } = await sendAndEnd(store)
    const { intent: his } = await sendAndEnd(store, { account: 'bob' })
    for (let time = 0; time < 10_001; time++)
      store.recordReplay({ id: hers, account: 'alice' }, loop)
    store.recordReplay({ id: his, account: 'bob' }, bob)
    await sendAndEnd(store, { content: 'other' })
    await sendAndEnd(store, { account: 'bob', content: 'other' })

    expect(await replaysOf(store)).toEqual([
      { of: hers, payload: { principal: loop, times: 10_001 } },
    ])
    expect(await replaysOf(store, 'bob')).toEqual([{ of: his, payload: { principal: bob } }])
  })
}

async function replaysOf(store: Store, account = 'alice') {
  const replays = []
  for await (const { kind, intent: of, payload } of store.auditTrail(account)) {
    if (kind === 'replayed') replays.push({ of, payload })
  }
  return replays
}
