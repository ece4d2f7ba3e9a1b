import { generateKeyPairSync } from 'node:crypto'
import { signHead, type SignedHead } from '../../src/audit/index.js'
import { openSqlite, type SqliteDatabase } from '../../src/sqlite/index.js'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Store } from '../../src/store.js'
import { ANN, claimInput, DENY, route, sendAndEnd } from '../harness/store-inputs.js'
import { handClock, TIMES, type HandClock } from '../harness/small-world.js'

export interface RecordedWorld {
  readonly store: Store
  readonly clock: HandClock
  /** The store's own connection, to do behind its back what it would never do. */
  readonly db: SqliteDatabase
  /** Checkpoint and signature: what is kept elsewhere. */
  signed(): Promise<SignedHead>
  [Symbol.asyncDispose](): Promise<void>
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

export const KEYS = [publicKey]
export const SIGNING = { key: privateKey, at: 1_700_000_000_000 }

/** Three accounts of which something is on record: what went well, what failed, what was denied, what waits, and what was erased. */
export async function createRecordedWorld(): Promise<RecordedWorld> {
  const clock = handClock()
  const opened: SqliteDatabase[] = []
  const store = openSqlite(':memory:', {
    clock,
    times: TIMES,
    open: (path) => {
      const db = new DatabaseSync(path)
      opened.push(db)
      return db
    },
  })
  const [db] = opened
  if (!db) throw new Error('the store has opened nothing')
  await store.checkpoint()
  for (const account of ['alice', 'bob', 'carol']) await fill(store, account)
  return {
    store,
    clock,
    db,
    signed: async () => signHead(await store.checkpoint(), SIGNING),
    [Symbol.asyncDispose]: () => store.close(),
  }
}

async function fill(store: Store, account: string): Promise<void> {
  const erased = await sendAndEnd(store, { account, content: 'erased' })
  await sendAndEnd(store, { account, content: 'kept' })
  const message = 'no;=cmd|\' /C calc\'!A0; "quoted"\r\n\u2028\u0000\u001f 👋'
  await sendAndEnd(
    store,
    { account, content: 'failed' },
    { kind: 'failed', code: 'forbidden', message },
  )
  await store.claim(claimInput({ account, content: 'denied' }, { judge: () => DENY }))
  const waiting = await route(store, { account, content: 'waits' })
  await store.reject(waiting, { principal: ANN, note: '=1+1' })
  await store.erase({
    account,
    which: { intents: [erased.intent] },
    by: ANN,
    reason: 'asked to be forgotten',
  })
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all = []
  for await (const item of items) all.push(item)
  return all
}

export async function* stream<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}
