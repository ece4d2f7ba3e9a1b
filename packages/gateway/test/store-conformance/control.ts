import { expect, test } from 'vitest'
import {
  ANN,
  claimInput,
  dispatchInput,
  kindsOf,
  leaseOf,
  sendInput,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

export function testControl(open: OpenStore): void {
  test('a pause of one account is no pause of another', async () => {
    await using world = await open()
    await world.store.pause({ account: 'alice', by: ANN, reason: 'holiday' })

    expect(await world.again().claim(claimInput())).toMatchObject({
      code: 'paused',
      reason: 'this account is paused: holiday',
    })
    expect(await world.store.claim(claimInput({ account: 'bob' }))).toMatchObject({
      kind: 'claimed',
    })
    expect(await world.store.control('alice')).toMatchObject({ paused: true, reason: 'holiday' })
    expect(await world.store.control('bob')).toMatchObject({ paused: false })
  })

  test('a pause of all stops everyone, and lifting it lifts no account’s own', async () => {
    await using world = await open()
    await world.store.pause({ account: 'alice', by: ANN, reason: 'holiday' })
    await world.store.pause({ by: ANN, reason: 'fire' })

    expect(await world.store.claim(claimInput({ account: 'bob' }))).toMatchObject({
      code: 'paused',
    })
    await world.store.resume({ by: ANN, reason: 'over' })
    expect(await world.store.claim(claimInput({ account: 'bob' }))).toMatchObject({
      kind: 'claimed',
    })
    expect(await world.store.claim(claimInput())).toMatchObject({ code: 'paused' })
  })

  test('who pauses after a resume stays paused, also where both wait for the same commit', async () => {
    await using world = await open()
    const what = { account: 'alice', by: ANN, reason: 'so' }
    await world.store.pause(what)

    await Promise.all([world.store.resume(what), world.store.pause(what)])

    expect(await world.store.control('alice')).toMatchObject({ paused: true })
  })

  test('who restores the rules after lifting them has them back, also where both wait for the same commit', async () => {
    await using world = await open()
    const what = { by: ANN, reason: 'so' }

    await Promise.all([world.store.liftRules(what), world.store.restoreRules(what)])

    expect((await world.store.control('alice')).liftedUntil).toBeUndefined()
  })

  test('pause and resume are on record, with who and why', async () => {
    await using world = await open()
    await world.store.pause({ account: 'alice', by: ANN, reason: 'holiday' })
    await world.store.resume({ account: 'alice', by: ANN, reason: 'back' })
    await world.store.pause({ by: ANN, reason: 'fire' })
    await world.store.requireWriterVersion(3, ANN)

    expect(await kindsOf(world.store)).toEqual(['paused', 'resumed'])
    expect(await kindsOf(world.store, '*')).toEqual(['paused', 'writer_version'])
    expect(await world.store.verifyAudit()).toEqual({ kind: 'intact', rows: 4 })
  })

  test('no dispatch is committed after a pause, wherever it falls among many', async () => {
    await using world = await open()
    const other = world.again()
    const leases = []
    for (let index = 0; index < 40; index++) {
      leases.push(leaseOf(await world.store.claim(claimInput({ content: `c${index}` }))))
    }

    const before = leases.slice(0, 20).map((lease) => world.store.dispatch(dispatchInput(lease)))
    const pausing = other.pause({ by: ANN, reason: 'stop' })
    const after = leases.slice(20).map((lease) => other.dispatch(dispatchInput(lease)))
    await Promise.all([...before, pausing, ...after])

    const order = []
    for await (const { kind } of world.store.auditTrail('alice')) order.push(kind)
    expect(order.lastIndexOf('dispatched')).toBeLessThan(order.length - 20)
    expect(await world.store.claim(sendInput({ content: 'late' }))).toMatchObject({
      code: 'paused',
    })
  })

  test('programs that write as an older version cannot claim', async () => {
    await using world = await open()
    await world.store.requireWriterVersion(2, ANN)

    expect(await world.store.claim(claimInput())).toMatchObject({ code: 'old_writer' })
    expect(await world.store.claim(claimInput({}, { writerVersion: 2 }))).toMatchObject({
      kind: 'claimed',
    })
    expect(await world.store.control('alice')).toMatchObject({ minWriterVersion: 2 })
  })
}
