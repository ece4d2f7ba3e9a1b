import { expect, test } from 'vitest'
import { headsOf } from '../../src/audit/special-links.js'
import { type Store } from '../../src/store.js'
import { sendAndEnd } from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

export function testCheckpoints(open: OpenStore): void {
  test('the head of a chain is its last link', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    await sendAndEnd(world.store, { account: 'bob' })

    expect(await world.store.auditHeads()).toEqual([
      await lastOf(world.store, 'alice'),
      await lastOf(world.store, 'bob'),
    ])
  })

  test('a checkpoint says where every chain ends, in a chain of its own', async () => {
    await using world = await open()
    const { store } = world
    await sendAndEnd(store)
    await sendAndEnd(store, { account: 'bob' })
    const heads = await store.auditHeads()
    const head = await store.checkpoint()

    expect(head).toEqual(await lastOf(store, '*'))
    const said = []
    for await (const event of store.auditTrail('*')) said.push([event.kind, headsOf(event)])
    expect(said).toEqual([['checkpoint', heads]])
    expect(await store.verifyAudit()).toEqual({ kind: 'intact', rows: 5 })
  })

  test('a checkpoint follows the one before it', async () => {
    await using world = await open()
    const first = await world.store.checkpoint()
    const second = await world.store.checkpoint()

    const prevs = []
    for await (const { prev } of world.store.auditTrail('*', 1)) prevs.push(prev)
    expect(prevs).toEqual([first.hash])
    expect(second.seq).toBe(2)
  })
}

async function lastOf(store: Store, account: string) {
  let last
  for await (const { seq, hash } of store.auditTrail(account)) last = { account, seq, hash }
  return last
}
