import { expect, test } from 'vitest'
import {
  exportAudit,
  fromJsonl,
  toJsonl,
  verifyExport,
  type AuditEvent,
  type AuditSource,
} from '../../src/audit/index.js'
import { createSmallWorld, PERSON } from '../harness/small-world.js'
import { collect, createRecordedWorld } from './recorded-world.js'

test('the chain with the checkpoints comes first, then the others whole', async () => {
  await using world = await createRecordedWorld()
  const accounts = (await collect(exportAudit(world.store))).map(({ account }) => account)

  expect([...new Set(accounts)]).toEqual(['*', 'alice', 'bob', 'carol'])
  expect(accounts).toEqual(accounts.toSorted())
})

test('no more is read than is taken', async () => {
  await using world = await createRecordedWorld()
  let read = 0
  const source: AuditSource = {
    auditHeads: () => world.store.auditHeads(),
    async *auditTrail(account) {
      for await (const event of world.store.auditTrail(account)) {
        read += 1
        yield event
      }
    },
  }
  const taken: AuditEvent[] = []
  for await (const event of fromJsonl(toJsonl(exportAudit(source)))) {
    taken.push(event)
    expect(read).toBe(taken.length)
    if (taken.length === 10) break
  }

  expect(read).toBe(10)
})

test('a gateway can be asked as well as its store', async () => {
  await using world = createSmallWorld()
  const { gateway } = world
  const ran = await gateway.run(world.post('gm'))
  if (ran.kind !== 'executed') throw new Error(`it was ${ran.kind}`)
  const erased = await gateway.erase({
    account: 'alice',
    which: { intents: [ran.intent] },
    by: PERSON,
    reason: 'asked to be forgotten',
  })
  const head = await gateway.checkpoint()

  expect(erased).toMatchObject({ kind: 'erased', intents: 1, links: 2, gone: true })
  expect(await gateway.auditHeads()).toContainEqual(head)
  expect(await verifyExport(exportAudit(gateway))).toEqual({ kind: 'intact', rows: 4, vouched: 0 })
  expect(await gateway.run(world.post('gm'))).toMatchObject({ kind: 'replayed', value: undefined })
})
