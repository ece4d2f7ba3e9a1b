import { canonicalJson, digest } from '@armorer/core'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { type Slot } from '../effect.js'
import { type HeldBy } from '../store.js'
import { HELD, type HeldRow } from './rows.js'
import { statement, type Parameter } from './statement.js'
import { type Tables } from './tables.js'
import { type Transaction } from './transaction.js'

/** By what an intent can be known as one that is there already. */
export interface Keys {
  readonly account: string
  readonly clientKey: string | null
  readonly fingerprint: string
  readonly slot: string | null
}

export interface Holder {
  readonly row: HeldRow
  readonly by: HeldBy
}

/** Who holds one of these keys. Where they are held by different intents, the client's own key says most. */
export function findHolder(tx: Transaction, keys: Keys): Holder | undefined {
  const { account, clientKey, fingerprint, slot } = keys
  const byKey = clientKey === null ? undefined : tx.find(holderOfKey, { account, clientKey })
  if (byKey) return { row: byKey, by: 'key' }
  const byContent = tx.find(holderOfFingerprint, { account, fingerprint })
  if (byContent) return { row: byContent, by: 'fingerprint' }
  const bySlot = slot === null ? undefined : tx.find(holderOfSlot, { account, slot })
  return bySlot && { row: bySlot, by: 'slot' }
}

/** Whether what it did still answers for it. Only what is over and done can run out. */
export function isOver({ row, by }: Holder, at: number): boolean {
  if (row.state !== 'succeeded') return false
  const until = by === 'key' ? row.key_until : row.fingerprint_until
  return until !== null && until <= at
}

/** It answers for nothing any more. */
export function letGo(tx: Transaction, { row, by }: Holder): void {
  tx.run(by === 'key' ? lowerKey : lowerFingerprint, { id: row.id })
}

/** Gives a key to what has none. */
export function bindKey(tx: Transaction, binding: KeyBinding): void {
  tx.run(setKey, binding)
}

interface KeyBinding {
  readonly id: string
  readonly clientKey: string
  /** How long it is held, where what it is for is done. */
  readonly until: number | null
}

/** It answers for its content again. */
export function takeUp(tx: Transaction, { row }: Holder): void {
  tx.run(raiseFingerprint, { id: row.id })
}

export interface Fingerprint {
  readonly fingerprint: string
  /** How often its slot will have changed once this is done. */
  readonly slotGeneration: number | null
}

/**
 * What makes an intent the same as another. For a slot it is the state that is wanted and how often the slot has changed before it,
 * so that like, unlike and like again are three intents, and like and like again are one.
 */
export function fingerprintOf(
  tx: Transaction,
  account: string,
  content: string,
  slot: Slot | undefined,
): Fingerprint {
  if (!slot) return { fingerprint: content, slotGeneration: null }
  const known = tx.find(findSlot, { account, slot: slot.name })
  const value = canonicalJson(slot.value)
  const changes = known?.value_json === value ? 0 : 1
  const slotGeneration = (known?.generation ?? 0) + changes
  return { fingerprint: digest([account, slot.name, value, slotGeneration]), slotGeneration }
}

export const holderOfKey = statement<{ account: string; clientKey: string }>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select(HELD)
    .where('account', '=', p('account'))
    .where('client_key', '=', p('clientKey'))
    .where((eb) => eb('key_held', '=', eb.lit(1)))
    .where('client_key', 'is not', null),
)

interface OfContent {
  readonly account: string
  readonly fingerprint: string
}

const holdsContent = (db: Kysely<Tables>, p: Parameter<OfContent>) =>
  db
    .selectFrom('gateway_intent')
    .select(HELD)
    .where('account', '=', p('account'))
    .where('fingerprint', '=', p('fingerprint'))
    .where((eb) => eb('fingerprint_held', '=', eb.lit(1)))

export const holderOfFingerprint = statement<OfContent>()(
  // SQLite's index is of its first half, as bytes.
  (db, p) =>
    holdsContent(db, p).where(halfOf(sql.ref('fingerprint')), '=', halfOf(p('fingerprint'))),
  holdsContent,
)

function halfOf(digest: RawBuilder<string>): RawBuilder<string> {
  return sql`coalesce(unhex(substr(${digest}, 1, 32)), ${digest})`
}

const holderOfSlot = statement<{ account: string; slot: string }>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select(HELD)
    .where('account', '=', p('account'))
    .where('slot', '=', p('slot'))
    .where((eb) => eb('slot_held', '=', eb.lit(1))),
)

const lowerKey = statement<{ id: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({ key_held: eb.lit(0) }))
    .where('id', '=', p('id')),
)

const lowerFingerprint = statement<{ id: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({ fingerprint_held: eb.lit(0) }))
    .where('id', '=', p('id')),
)

const setKey = statement<KeyBinding>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({ client_key: p('clientKey'), key_held: eb.lit(1), key_until: p('until') }))
    .where('id', '=', p('id'))
    .where('client_key', 'is', null),
)

const raiseFingerprint = statement<{ id: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({ fingerprint_held: eb.lit(1) }))
    .where('id', '=', p('id')),
)

const findSlot = statement<{ account: string; slot: string }>()((db, p) =>
  db
    .selectFrom('gateway_slot')
    .select(['value_json', 'generation'])
    .where('account', '=', p('account'))
    .where('slot', '=', p('slot')),
)
