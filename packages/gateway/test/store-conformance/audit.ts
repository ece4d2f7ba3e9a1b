import { expect, test } from 'vitest'
import { sendAndEnd } from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const TAMPERINGS: ReadonlyArray<readonly [string, string]> = [
  ['its kind changed', `update gateway_audit set kind = 'denied' where seq = 2`],
  ['its time changed', `update gateway_audit set at = at - 1 where seq = 2`],
  ['its intent changed', `update gateway_audit set intent = 'x' where seq = 2`],
  ['its payload’s hash changed', `update gateway_audit set payload_hash = 'x' where seq = 2`],
  ['its hash changed', `update gateway_audit set hash = 'x' where seq = 2`],
  ['a link taken out', `delete from gateway_audit where seq = 2`],
  ['the first link taken out', `delete from gateway_audit where seq = 1`],
  [
    'the last link cut off',
    `delete from gateway_audit where seq = (select max(seq) from gateway_audit)`,
  ],
  ['all links cut off', `delete from gateway_audit`],
  ['a link moved to another account', `update gateway_audit set account = 'bob' where seq = 4`],
  ['what it was about changed', `update gateway_audit set payload_json = '{}' where seq = 2`],
  [
    'the account’s head changed',
    `update gateway_account set head = replace(head, substr(head, 1, 1), 'x')`,
  ],
  ['the account forgotten', `delete from gateway_account`],
]

export function testAudit(open: OpenStore): void {
  test('every change is on record, in order, account by account', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    await sendAndEnd(world.store, { account: 'bob' })
    const { store } = world

    const seqs = []
    for await (const { seq } of store.auditTrail('alice')) seqs.push(seq)
    expect(seqs).toEqual([1, 2])
    const since = []
    for await (const { seq } of store.auditTrail('alice', 1)) since.push(seq)
    expect(since).toEqual([2])
    expect(await store.verifyAudit()).toEqual({ kind: 'intact', rows: 4 })
    expect(await store.verifyAudit('bob')).toEqual({ kind: 'intact', rows: 2 })
  })

  for (const [name, sql] of TAMPERINGS) {
    test(`a chain is seen to be broken with ${name}`, async () => {
      await using world = await open()
      for (const content of ['a', 'b']) await sendAndEnd(world.store, { content })
      await world.tamper(sql)

      expect(await world.store.verifyAudit()).toMatchObject({ kind: 'broken' })
    })
  }

  test('of an account that has done nothing nothing is broken, and of one that is gone with all its links something is', async () => {
    await using world = await open()
    expect(await world.store.verifyAudit('bob')).toEqual({ kind: 'intact', rows: 0 })
    await sendAndEnd(world.store)
    expect(await world.store.verifyAudit('bob')).toEqual({ kind: 'intact', rows: 0 })

    await world.tamper(`delete from gateway_account where account = 'alice'`)
    expect(await world.store.verifyAudit('alice')).toMatchObject({ kind: 'broken' })
    await world.tamper(`delete from gateway_audit where account = 'alice'`)
    expect(await world.store.verifyAudit('alice')).toMatchObject({ kind: 'broken' })
  })

  test('an account whose links are gone is broken', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    await world.tamper(`delete from gateway_audit where account = 'alice'`)

    expect(await world.store.verifyAudit('alice')).toMatchObject({ kind: 'broken' })
  })

  test('what a record was about can be erased, and the chain holds', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    await world.tamper('update gateway_audit set payload_json = null where seq = 1')

    expect(await world.store.verifyAudit()).toEqual({ kind: 'intact', rows: 2 })
    const payloads = []
    for await (const { payload } of world.store.auditTrail('alice'))
      payloads.push(payload === undefined)
    expect(payloads).toEqual([true, false])
  })

  test('times on record never go back, whatever the clock does', async () => {
    await using world = await open()
    for (const [index, ms] of [0, -5_000, 3_000, -60_000, 90_000].entries()) {
      await world.advance(ms)
      await sendAndEnd(world.store, { content: `c${index}` })
    }

    const times: number[] = []
    for await (const { at } of world.store.auditTrail('alice')) times.push(at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('two connections write one chain', async () => {
    await using world = await open()
    const other = world.again()
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sendAndEnd(index % 2 ? world.store : other, { content: `c${index}` }),
      ),
    )

    expect(await other.verifyAudit()).toEqual({ kind: 'intact', rows: 100 })
  })
}
