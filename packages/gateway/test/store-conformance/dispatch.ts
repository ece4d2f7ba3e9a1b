import { expect, test } from 'vitest'
import {
  ANN,
  ASK,
  claimInput,
  completeInput,
  DENY,
  dispatchInput,
  kindsOf,
  leaseOf,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

export function testDispatch(open: OpenStore): void {
  test('a claimed intent is let out once', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput()))
    let begun = 0
    const input = dispatchInput(lease, { onBegin: () => (begun += 1) })

    const both = await Promise.all([world.store.dispatch(input), world.again().dispatch(input)])

    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['denied', 'dispatched'])
    expect(both).toContainEqual(expect.objectContaining({ code: 'lost_lease' }))
    expect(begun).toBe(1)
    expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'dispatched' })
    expect(await kindsOf(world.store)).toEqual(['claimed', 'dispatched'])
  })

  for (const [name, forged] of [
    ['another owner', { owner: 'p2' }],
    ['an older generation', { generation: 0 }],
    ['a later generation', { generation: 2 }],
  ] as const) {
    test(`${name} cannot let it out`, async () => {
      await using world = await open()
      const lease = leaseOf(await world.store.claim(claimInput()))

      expect(await world.store.dispatch(dispatchInput({ ...lease, ...forged }))).toMatchObject({
        kind: 'denied',
        code: 'lost_lease',
      })
      expect(await world.store.findIntent(lease.intent)).toMatchObject({ state: 'claimed' })
    })
  }

  test('a pause that is committed stops what is claimed, for good', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput()))
    await world.again().pause({ account: 'alice', by: ANN, reason: 'stop' })

    expect(await world.store.dispatch(dispatchInput(lease))).toMatchObject({ code: 'paused' })
    expect(await world.store.findIntent(lease.intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'paused' },
    })
    await world.store.resume({ account: 'alice', by: ANN, reason: 'go' })
    expect(await world.store.dispatch(dispatchInput(lease))).toMatchObject({ code: 'lost_lease' })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('a writer that has become too old lets nothing out', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput()))
    await world.store.requireWriterVersion(2, ANN)

    expect(await world.store.dispatch(dispatchInput(lease))).toMatchObject({ code: 'old_writer' })
    const newer = leaseOf(await world.store.claim(claimInput({}, { writerVersion: 2 })))
    expect(await world.store.dispatch(dispatchInput(newer, { writerVersion: 2 }))).toMatchObject({
      kind: 'dispatched',
    })
  })

  test('a policy that has changed its mind can only deny', async () => {
    await using world = await open()
    const denied = leaseOf(await world.store.claim(claimInput({ content: 'a' })))
    const asked = leaseOf(await world.store.claim(claimInput({ content: 'b' })))

    expect(await world.store.dispatch(dispatchInput(denied, { judge: () => DENY }))).toMatchObject({
      code: 'policy',
      rule: 'never',
    })
    expect(await world.store.dispatch(dispatchInput(asked, { judge: () => ASK }))).toMatchObject({
      kind: 'dispatched',
    })
  })

  test('what was denied on the way out gives back what it reserved', async () => {
    await using world = await open()
    const caps = [{ dimension: 'post.create', max: 1, windowMs: 60_000 }]
    const lease = leaseOf(await world.store.claim(claimInput({}, within(caps))))
    await world.store.dispatch(dispatchInput(lease, { judge: () => DENY }))

    expect(await world.store.claim(claimInput({}, within(caps)))).toMatchObject({ kind: 'claimed' })
  })

  test('what nobody waits for any more is not let out, and its key is free at once', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput({ clientKey: 'k' })))
    let begun = false
    const input = dispatchInput(lease, { isCancelled: () => true, onBegin: () => (begun = true) })

    expect(await world.store.dispatch(input)).toMatchObject({ kind: 'denied', code: 'cancelled' })
    expect(begun).toBe(false)
    expect(await world.store.findIntent(lease.intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'cancelled' },
    })
    expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({
      kind: 'claimed',
    })
  })

  test('what was taken over as never sent cannot be let out by the sleeper', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput()))
    await world.advance(world.times.prepare)
    await world.again().takeDue('p2', 10, [])

    expect(await world.store.dispatch(dispatchInput(lease))).toMatchObject({ code: 'lost_lease' })
    expect(await world.store.complete(completeInput(lease))).toMatchObject({
      kind: 'lost',
      intent: { state: 'failed', failure: { code: 'never_sent' } },
    })
  })
}
