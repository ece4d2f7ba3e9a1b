import { expect, test } from 'vitest'
import { BREAKERS } from '../../src/breakers.js'
import { type EraseInput, type Intent } from '../../src/index.js'
import { type Settlement, type Store } from '../../src/store.js'
import {
  ANN,
  ASK,
  BOT,
  claimInput,
  completeInput,
  DENY,
  leaseOf,
  route,
  sendAndEnd,
  sendInput,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const SECRET = 'canary-7f3a'

export function testErase(open: OpenStore): void {
  test('what an intent was about is forgotten, in its row and on record, and the chain holds', async () => {
    await using world = await open()
    const { store } = world
    const erased = await sendSecret(store)
    const other = await sendAndEnd(store, { content: 'other', args: { text: 'other' } })
    await world.advance(world.times.keyHeld + 1)

    expect(await store.erase(these(erased))).toMatchObject({
      kind: 'erased',
      intents: 1,
      links: 2,
      kept: 0,
    })
    expect(await get(store, erased)).toMatchObject({ state: 'succeeded', args: null, content: '' })
    expect(JSON.stringify(await get(store, erased))).not.toContain(SECRET)
    expect(await get(store, other.intent)).toMatchObject({ args: { text: 'other' } })
    expect(await contents(world)).not.toContain(SECRET)
    expect(await store.verifyAudit()).toEqual({ kind: 'intact', rows: 5 })
  })

  test('who erased what, and why, is on record', async () => {
    await using world = await open()
    const erased = await sendSecret(world.store)
    await world.store.erase(these(erased, 'asked to be forgotten'))

    const records = []
    for await (const { kind, payload } of world.store.auditTrail('alice')) {
      if (kind === 'erased') records.push(payload)
    }
    expect(records).toEqual([
      { by: { ...ANN }, reason: 'asked to be forgotten', intents: [erased] },
    ])
  })

  test('what failed is forgotten but for the kind of failure', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(
      world.store,
      {},
      { kind: 'failed', code: 'forbidden', message: SECRET },
    )
    await world.store.erase(these(intent))

    expect(await get(world.store, intent)).toMatchObject({
      state: 'failed',
      failure: { code: 'forbidden', message: 'erased' },
    })
  })

  test('what persons wrote while it waited is forgotten too', async () => {
    await using world = await open()
    const { store } = world
    const waiting = await route(store, { content: 'a', args: { text: SECRET } })
    const edited = { args: { text: `${SECRET} edited` }, content: 'b', slot: undefined }
    const by = { principal: ANN, note: SECRET }
    await store.edit({ intent: waiting, by, judge: () => ASK, ...edited })
    await store.reject(waiting, by)
    expect(await contents(world)).toContain(SECRET)
    await store.erase(these(waiting))

    expect(await contents(world)).not.toContain(SECRET)
    expect(await store.verifyAudit()).toMatchObject({ kind: 'intact' })
  })

  test('everything that was asked before a time is forgotten, and nothing that was asked after', async () => {
    await using world = await open()
    const { store } = world
    const old = [await sendSecret(store), (await sendAndEnd(store, { content: 'b' })).intent]
    await store.claim(claimInput({ content: 'c' }, { judge: () => DENY }))
    await world.advance(60_000)
    const before = (await get(store, old[0] ?? '')).createdAt + 1
    const young = await sendAndEnd(store, { content: 'young', args: { text: 'young' } })
    const bobs = await sendAndEnd(store, { account: 'bob', args: { text: 'of bob' } })

    expect(
      await store.erase({ account: 'alice', which: { before }, by: ANN, reason: 'old' }),
    ).toMatchObject({ intents: 3, links: 5 })
    expect(await get(store, young.intent)).toMatchObject({ args: { text: 'young' } })
    expect(await get(store, bobs.intent)).toMatchObject({ args: { text: 'of bob' } })
  })

  test('what is under way or waits for someone is left as it is', async () => {
    await using world = await open()
    const { store } = world
    const waiting = await route(store, { content: 'waits', args: { text: 'waits' } })
    await store.claim(sendInput({ content: 'out', args: { text: 'out' } }))

    expect(
      await store.erase({ account: 'alice', which: { before: 1e15 }, by: ANN, reason: 'old' }),
    ).toMatchObject({ intents: 0, links: 0, kept: 2 })
    expect(await get(store, waiting)).toMatchObject({ args: { text: 'waits' } })
  })

  test('what was forgotten a moment ago is still not done twice', async () => {
    await using world = await open()
    const { store } = world
    const { intent } = await sendAndEnd(store, { clientKey: 'k' })
    await store.erase(these(intent))

    expect(await store.claim(sendInput({ clientKey: 'k' }))).toMatchObject({
      kind: 'held',
      holder: { id: intent, value: undefined },
      by: 'key',
    })
    expect(await store.claim(sendInput())).toMatchObject({ kind: 'held', by: 'fingerprint' })
  })

  test('when it answers for nothing any more, its keys are forgotten too, and the same may be done again', async () => {
    await using world = await open()
    const { store } = world
    const { intent } = await sendAndEnd(store, { clientKey: SECRET })
    await store.erase(these(intent))
    await world.advance(world.times.keyHeld + 1)

    expect(await store.erase(these(intent))).toMatchObject({ intents: 1, links: 0 })
    expect(await get(store, intent)).toMatchObject({ clientKey: undefined, content: '' })
    expect(await store.erase(these(intent))).toMatchObject({ intents: 0, links: 0 })
    expect(await store.claim(sendInput({ clientKey: SECRET }))).toMatchObject({
      kind: 'dispatched',
    })
  })

  test('a step is kept for as long as what it is a step of', async () => {
    await using world = await open()
    const { store } = world
    const whole = await route(store, { content: 'whole' })
    const step = await sendAndEnd(store, { content: 'step', step: { intent: whole, index: 0 } })

    expect(await store.erase(these(step.intent))).toMatchObject({ intents: 0, kept: 1 })
    await store.reject(whole, { principal: ANN })
    expect(await store.erase(these(step.intent))).toMatchObject({ intents: 1, kept: 0 })
  })

  test('only a person erases', async () => {
    await using world = await open()
    const erased = await sendSecret(world.store)

    expect(await world.store.erase({ ...these(erased), by: BOT })).toMatchObject({
      kind: 'denied',
      code: 'not_approved',
    })
    expect(await contents(world)).toContain(SECRET)
  })

  test('an account of which nothing is known has nothing to forget, and stays unknown', async () => {
    await using world = await open()
    const all = { account: 'carol', which: { before: 1e15 }, by: ANN, reason: 'old' }

    expect(await world.store.erase(all)).toMatchObject({ intents: 0, links: 0, kept: 0 })
    expect(await world.store.auditHeads()).toEqual([])
  })

  test('a chain is erased whole, however long', async () => {
    await using world = await open()
    const { store } = world
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => sendAndEnd(store, { content: `c${index}` })),
    )

    expect(
      await store.erase({ account: 'alice', which: { before: 1e15 }, by: ANN, reason: 'old' }),
    ).toMatchObject({ intents: 50, links: 100, kept: 0 })
    const bare = 'select count(*) from gateway_audit where payload_json is null'
    expect(Number((await world.rows(bare))[0]?.[0])).toBe(100)
    expect(await store.verifyAudit()).toMatchObject({ kind: 'intact' })
  })
}

/** One intent with the secret wherever an application can put it. */
async function sendSecret(store: Store): Promise<string> {
  const intent = { args: { text: SECRET }, content: SECRET, clientKey: SECRET }
  const lease = leaseOf(await store.claim(sendInput(intent)))
  const settlement: Settlement = {
    kind: 'succeeded',
    value: { text: SECRET },
    evidence: { text: SECRET },
    undo: { operation: 'post.delete', args: { text: SECRET } },
  }
  await store.complete({ ...completeInput(lease, settlement), breakers: BREAKERS, text: SECRET })
  return lease.intent
}

function these(intent: string, reason = 'asked to'): EraseInput {
  return { account: 'alice', which: { intents: [intent] }, by: ANN, reason }
}

async function get(store: Store, id: string): Promise<Intent> {
  const intent = await store.findIntent(id)
  if (!intent) throw new Error(`${id} is missing`)
  return intent
}

/** All rows of what can hold something personal. */
async function contents(world: { rows(sql: string): unknown }): Promise<string> {
  const tables = ['gateway_intent', 'gateway_audit', 'gateway_history', 'gateway_mishap']
  const rows = await Promise.all(tables.map((table) => world.rows(`select * from ${table}`)))
  return JSON.stringify(rows)
}
