import { expect, test } from 'vitest'
import {
  ANN,
  BOT,
  claimInput,
  dispatchInput,
  kindsOf,
  leaseOf,
  route,
  sendAndEnd,
  sendInput,
} from '../harness/store-inputs.js'
import { type Principal } from '../../src/index.js'
import { type OpenStore } from '../store-conformance.js'

const LOOP: Principal = { kind: 'loop', id: 'comparison' }

/** What programs without types say where they mean someone. */
const NOBODIES: readonly unknown[] = [
  undefined,
  null,
  {},
  'ann',
  { kind: 'boss', id: 'x' },
  { kind: 'person' },
  { kind: 'person', id: '' },
]

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

  for (const [name, account] of [
    ['an account', 'alice'],
    ['all', undefined],
  ] as const) {
    test(`whoever pauses ${name}, only a person resumes`, async () => {
      await using world = await open()
      await world.store.pause({ account, by: LOOP, reason: 'strange' })

      for (const by of [BOT, LOOP]) {
        await expect(world.store.resume({ account, by, reason: 'go' })).rejects.toThrow(
          `only a person resumes, and ${by.id} is`,
        )
      }
      expect(await kindsOf(world.store, account ?? '*')).toEqual(['paused'])
      expect(await world.store.claim(claimInput())).toMatchObject({ code: 'paused' })
      await world.store.resume({ account, by: ANN, reason: 'seen' })
      expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
    })
  }

  test('who is nobody changes nothing, and stops nothing', async () => {
    await using world = await open()
    const { store } = world
    const intent = await route(store)
    const before = await kindsOf(store)

    for (const said of NOBODIES) {
      const by = said as Principal
      const what = { account: 'alice', by, reason: 'so' }
      const decider = { principal: by }
      for (const act of [
        () => store.pause(what),
        () => store.resume(what),
        () => store.beginProbation({ ...what, changes: 1 }),
        () => store.requireWriterVersion(2, by),
        () => store.activatePolicy({ ...what, text: '{}' }),
        () => store.liftRules(what),
        () => store.restoreRules(what),
        () => store.erase({ ...what, which: { intents: [intent] } }),
        () => store.approve(intent, decider),
        () => store.reject(intent, decider),
        () => store.remark({ intent, by: decider }),
        () => store.recordRefusedToken({ ...what, code: 'stale' }),
        () => store.revokeGrant({ id: 'g', account: 'alice', by: decider }),
      ]) {
        await expect(act()).rejects.toThrow(/^who (does this|decides)\?/)
      }
    }
    expect(await kindsOf(store)).toEqual(before)
    expect(await kindsOf(store, '*')).toEqual([])
  })

  test('a pause of a name that is no account’s is refused, since it would stop nobody', async () => {
    await using world = await open()

    for (const account of ['*', '']) {
      await expect(world.store.pause({ account, by: ANN, reason: 'stop' })).rejects.toThrow(
        'leave it out to mean all',
      )
    }
  })

  test('a loop begins a probation and lengthens it, and only a person makes it shorter', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    const left = async () => (await world.store.control('alice')).probation
    const begin = (by: Principal, changes: number, account?: string) =>
      world.store.beginProbation({ account, by, reason: 'new', changes })

    for (const account of ['alice', undefined]) {
      await begin(LOOP, 2, account)
      expect(await left()).toBe(2)
      await begin(BOT, 1, account)
      expect(await left()).toBe(2)
      await expect(begin(BOT, 0, account)).rejects.toThrow('only a person ends a probation')
      await begin(LOOP, 3, account)
      expect(await left()).toBe(3)
      await begin(ANN, 1, account)
      expect(await left()).toBe(1)
      await begin(ANN, 0, account)
      expect(await left()).toBe(0)
    }
    for (const changes of [-1, 0.5, NaN]) {
      await expect(begin(ANN, changes)).rejects.toThrow(RangeError)
    }
  })

  test('only a person says which programs may write, and says it as a number', async () => {
    await using world = await open()

    await expect(world.store.requireWriterVersion(2, BOT)).rejects.toThrow('only a person')
    await expect(world.store.requireWriterVersion(NaN, ANN)).rejects.toThrow(RangeError)
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('no dispatch is committed after a pause, wherever it falls among many', async () => {
    await using world = await open()
    const other = world.again()
    const leases = []
    for (let index = 0; index < 40; index++) {
      leases.push(leaseOf(await world.store.claim(claimInput({ content: `c${index}` }))))
    }

    const before = leases.slice(0, 20).map((lease) => world.store.dispatch(dispatchInput(lease)))
    // Of one account, since its record then stands in the same chain.
    const pausing = other.pause({ account: 'alice', by: ANN, reason: 'stop' })
    const after = leases.slice(20).map((lease) => other.dispatch(dispatchInput(lease)))
    await Promise.all([...before, pausing, ...after])

    const order = []
    for await (const { kind } of world.store.auditTrail('alice')) order.push(kind)
    expect(order).toContain('paused')
    expect(order.lastIndexOf('dispatched')).toBeLessThan(order.indexOf('paused'))
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
