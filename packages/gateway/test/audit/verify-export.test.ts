import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  exportAudit,
  signHead,
  verifyExport,
  type AuditEvent,
  type AuditHead,
  type AuditSource,
  type SignedHead,
} from '../../src/audit/index.js'
import { linkHash, sha256 } from '../../src/audit.js'
import { sendAndEnd } from '../harness/store-inputs.js'
import { collect, createRecordedWorld, KEYS, SIGNING, stream } from './recorded-world.js'

test('an export of everything is intact, and its signed head vouches for all of it', async () => {
  await using world = await createRecordedWorld()
  const heads = [await world.signed()]
  const events = await collect(exportAudit(world.store))

  expect(await verifyExport(stream(events), { heads, keys: KEYS })).toEqual({
    kind: 'intact',
    rows: events.length,
    vouched: events.length,
  })
  expect(events.length).toBeGreaterThan(30)
})

test('what was written after the signature is intact, and nobody vouches for it', async () => {
  await using world = await createRecordedWorld()
  const heads = [await world.signed()]
  const before = (await collect(exportAudit(world.store))).length
  await sendAndEnd(world.store, { content: 'later' })

  expect(await verifyExport(exportAudit(world.store), { heads, keys: KEYS })).toEqual({
    kind: 'intact',
    rows: before + 2,
    vouched: before,
  })
})

test('an export can be of one account alone, with a signed head of its own', async () => {
  await using world = await createRecordedWorld()
  const heads = (await world.store.auditHeads())
    .filter(({ account }) => account === 'bob')
    .map((head) => signHead(head, SIGNING))
  const events = await collect(exportAudit(world.store, { accounts: ['bob'] }))

  expect(new Set(events.map(({ account }) => account))).toEqual(new Set(['bob']))
  expect(await verifyExport(stream(events), { heads, keys: KEYS })).toEqual({
    kind: 'intact',
    rows: events.length,
    vouched: events.length,
  })
})

test('while others write, an export agrees with itself', async () => {
  await using world = await createRecordedWorld()
  const { store } = world
  const writing = Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await sendAndEnd(store, { account: `account ${index % 7}`, content: `c${index}` })
      if (index % 10 === 0) await store.checkpoint()
    }),
  )
  const verdicts = []
  for (let round = 0; round < 10; round++) verdicts.push(await verifyExport(exportAudit(store)))
  await writing
  verdicts.push(await verifyExport(exportAudit(store)))

  expect(verdicts.map(({ kind }) => kind)).toEqual(verdicts.map(() => 'intact'))
})

test('a chain that a checkpoint knows cannot be left out, nor put before it, nor be there twice', async () => {
  await using world = await createRecordedWorld()
  await world.signed()
  const events = await collect(exportAudit(world.store))
  const of = (account: string) => events.filter((event) => event.account === account)
  const [all, alice, bob, carol] = [of('*'), of('alice'), of('bob'), of('carol')]

  expect(await verdict([...all, ...alice, ...carol])).toBe('bob: its chain is missing')
  expect(await verdict([...alice, ...all, ...bob, ...carol])).toBe(
    '*: the chain with the checkpoints has to come first',
  )
  expect(await verdict([...all, ...alice, ...bob, ...carol, ...alice])).toBe(
    'alice: its chain is there twice',
  )
  expect(await verdict([...all, ...alice, ...bob.slice(0, -1), ...carol])).toBe(
    'bob: its end is missing',
  )
})

test('a chain that was written anew agrees with itself, and not with its signed head', async () => {
  await using world = await createRecordedWorld()
  const signed = signHead(await headOf(world.store, 'alice'), SIGNING)
  const honest = await collect(exportAudit(world.store, { accounts: ['alice'] }))
  const forged = rewrite(honest, 2, (event) => ({ ...event, at: event.at + 1 }))

  expect(await verdict(forged)).toBe('intact')
  expect(await verdict(forged, [signed])).toBe('alice: it is not the link that was vouched for')
})

test('a payload that nobody has erased on record cannot be missing', async () => {
  await using world = await createRecordedWorld()
  const events = await collect(exportAudit(world.store))
  const bare = (wanted: (event: AuditEvent) => boolean) =>
    events.map((event) =>
      wanted(event) ? { ...event, payload: undefined, payloadText: undefined } : event,
    )
  const gone = bare(({ account, kind }) => account === 'alice' && kind === 'denied')

  expect(await verdict(gone)).toBe(
    'alice: what it was about is gone, and no record says who erased it',
  )
  for (const kind of ['erased', 'checkpoint']) {
    expect(await verdict(bare((event) => event.kind === kind))).toMatch(
      'what it was about is gone, and such a link is never erased',
    )
  }
})

test('an export can leave out what intents were about, and is checked all the same', async () => {
  await using world = await createRecordedWorld()
  const heads = [await world.signed()]
  const events = await collect(exportAudit(world.store, { payloads: 'none' }))
  const said = events.filter(({ payload }) => payload !== undefined).map(({ kind }) => kind)

  expect(new Set(said)).toEqual(new Set(['checkpoint', 'erased']))
  expect(await verifyExport(stream(events), { heads, keys: KEYS, payloads: 'none' })).toMatchObject(
    { kind: 'intact', vouched: events.length },
  )
  expect(await verdict(events, heads)).toMatch('no record says who erased it')
})

test('a signed head counts only as it was signed, and by a key that is known', async () => {
  await using world = await createRecordedWorld()
  const signed = await world.signed()
  const stranger = generateKeyPairSync('ed25519')
  const forged = signHead(signed, { key: stranger.privateKey, at: 0 })
  const unknown = '*: its signed head is of nobody who is known'

  expect(await verdict(exportAudit(world.store), [signed])).toBe('intact')
  expect(await verdict(exportAudit(world.store), [forged])).toBe(unknown)
  for (const change of [{ seq: 1 }, { at: 1 }, { hash: '0'.repeat(64) }, { account: 'bob' }]) {
    expect(await verdict(exportAudit(world.store), [{ ...signed, ...change }])).toMatch(
      'nobody who is known',
    )
  }
})

test('two signed heads of one link that differ cannot both be right', async () => {
  const heads = ['a', 'b'].map((hash) => signHead({ account: 'alice', seq: 1, hash }, SIGNING))

  expect(await verdict([], heads)).toBe('alice: two signed heads contradict each other')
})

test('a failure of the storage is no verdict', async () => {
  const failure = new Error('the disk is gone')
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }),
  }

  await expect(verifyExport(failing)).rejects.toBe(failure)
})

async function verdict(
  events: AsyncIterable<AuditEvent> | readonly AuditEvent[],
  heads: readonly SignedHead[] = [],
): Promise<string> {
  const source = Symbol.asyncIterator in events ? events : stream(events)
  const found = await verifyExport(source, { heads, keys: KEYS })
  return found.kind === 'intact' ? found.kind : `${found.account}: ${found.reason}`
}

async function headOf(store: AuditSource, wanted: string): Promise<AuditHead> {
  const head = (await store.auditHeads()).find(({ account }) => account === wanted)
  if (!head) throw new Error(`${wanted} has no chain`)
  return head
}

/** As someone would who may write: the chain from a link on, with hashes that fit. */
function rewrite(
  events: readonly AuditEvent[],
  from: number,
  change: (event: AuditEvent) => AuditEvent,
): AuditEvent[] {
  let prev = ''
  return events.map((event) => {
    const changed = event.seq === from ? change(event) : event
    const link = {
      ...changed,
      prev: event.seq > from ? prev : changed.prev,
      payloadHash:
        changed.payloadText === undefined ? changed.payloadHash : sha256(changed.payloadText),
    }
    prev = linkHash(link)
    return { ...link, hash: prev }
  })
}
