import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { type Store } from '../../src/store.js'
import { type Resolution } from '../../src/approval-store.js'
import {
  ANN,
  BOT,
  claimInput,
  kindsOf,
  NEEDS_HUMAN,
  sendAndEnd,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const BY = { principal: ANN, note: 'I have looked' }
const APPLIED: Resolution = { kind: 'applied', value: { id: '7' }, externalId: '7' }

export function testResolution(open: OpenStore): void {
  test('what needs a person holds its keys until a person has looked', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, { clientKey: 'k' }, NEEDS_HUMAN)
    await world.advance(world.times.keyHeld * 2)

    expect(await world.store.claim(claimInput())).toMatchObject({
      kind: 'held',
      holder: { id: intent, state: 'needs_human' },
    })
    expect(await resolve(world.store, intent, APPLIED)).toMatchObject({
      kind: 'decided',
      intent: { state: 'succeeded', value: { id: '7' }, externalId: '7' },
    })
    expect(await world.store.claim(claimInput())).toMatchObject({
      kind: 'held',
      holder: { state: 'succeeded' },
    })
    expect(await kindsOf(world.store)).toContain('resolved')
    expect(await world.store.verifyAudit()).toMatchObject({ kind: 'intact' })
  })

  test('a resolution of no known kind is refused, and nothing is recorded', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, {}, NEEDS_HUMAN)
    const before = await kindsOf(world.store)

    await expect(resolve(world.store, intent, { kind: 'junk' } as never)).rejects.toThrow(
      'applied, not_applied or go_on',
    )
    expect(await world.store.findIntent(intent)).toMatchObject({ state: 'needs_human' })
    expect(await kindsOf(world.store)).toEqual(before)
  })

  test('what was not done may be asked for again, and what it had reserved is free', async () => {
    await using world = await open()
    const cap = { dimension: 'post.create', max: 1, windowMs: 1_000_000 }
    const lease = await world.store.claim(claimInput({}, { dispatch: NOTE, ...within([cap]) }))
    if (!('lease' in lease)) throw new Error('it did not go ahead')
    await world.store.complete({
      lease: lease.lease,
      settlement: NEEDS_HUMAN,
      record: () => [],
    })
    const next = () => world.store.claim(claimInput({ content: 'b' }, within([cap])))
    expect(await next()).toMatchObject({ kind: 'denied', code: 'limit' })

    expect(await resolve(world.store, lease.lease.intent, { kind: 'not_applied' })).toMatchObject({
      intent: { state: 'failed', failure: { code: 'not_applied' } },
    })

    expect(await next()).toMatchObject({ kind: 'claimed' })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('what is to be gone on with is taken up by whoever looks next', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, {}, NEEDS_HUMAN)
    await world.advance(world.times.settle * 2)
    expect(await world.store.takeDue('p2', 10, ['post.create'])).toEqual([])

    const resolved = await resolve(world.store, intent, { kind: 'go_on' })

    expect(resolved).toMatchObject({ intent: { state: 'unknown' } })
    const [due] = await world.store.takeDue('p2', 10, ['post.create'])
    expect(due).toMatchObject({ intent: { id: intent, retriedAt: expect.any(Number) } })
  })

  test('only persons resolve, only what needs one, and only once', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, {}, NEEDS_HUMAN)
    const done = await sendAndEnd(world.store, { content: 'b' })
    const byBot = { intent, by: { principal: BOT }, resolution: APPLIED, record: () => [] }

    expect(await world.store.resolve(byBot)).toMatchObject({ kind: 'denied', code: 'not_approved' })
    expect(await resolve(world.store, done.intent, APPLIED)).toMatchObject({ kind: 'moved_on' })
    const both = await Promise.all([
      resolve(world.store, intent, APPLIED),
      resolve(world.again(), intent, { kind: 'not_applied' }),
    ])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['decided', 'moved_on'])
  })

  test('what another has done already stays with a person', async () => {
    await using world = await open()
    await sendAndEnd(world.store, {}, { kind: 'succeeded', value: {}, externalId: '7' })
    const { intent } = await sendAndEnd(world.store, { content: 'b' }, NEEDS_HUMAN)

    expect(await resolve(world.store, intent, APPLIED)).toMatchObject({
      intent: { state: 'needs_human', evidence: { borrowed: '7' } },
    })
  })

  test('what the application records of an outcome is recorded of this one too', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, {}, NEEDS_HUMAN)
    const record = () => [CompiledQuery.raw("insert into app_note values ('resolved')", [])]

    await world.store.resolve({ intent, by: BY, resolution: APPLIED, record })

    expect(await world.rows('select text from app_note')).toEqual([['resolved']])
  })
}

const NOTE = { requestHash: 'r', probe: undefined }

function resolve(store: Store, intent: string, resolution: Resolution) {
  return store.resolve({ intent, by: BY, resolution, record: () => [] })
}
