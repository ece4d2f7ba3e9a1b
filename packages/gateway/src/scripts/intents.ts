import { sql, type ExpressionBuilder } from 'kysely'
import { type Intent, type IntentState } from '../intent.js'
import { noIntent } from '../no-intent.js'
import { toClientKey } from '../read-request.js'
import { type IntentFilter, type StoreDenial } from '../store.js'
import { toIntent, type IntentRow } from './rows.js'
import { builder, literal, statement } from './statement.js'
import { type Tables } from './tables.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

export function findRow(tx: Transaction, id: string): IntentRow | undefined {
  return tx.find(byId, { id })
}

export function getRow(tx: Transaction, id: string): IntentRow {
  const row = findRow(tx, id)
  if (!row) throw corrupt(`there is no intent ${id}`)
  return row
}

/** One that somebody outside has named. */
export function getAsked(tx: Transaction, id: string): IntentRow {
  const row = findRow(tx, id)
  if (!row) throw noIntent(id)
  return row
}

export function getIntent(tx: Transaction, id: string): Intent {
  return toIntent(getRow(tx, id))
}

/** Newest first, unless it is told where to begin. */
export function listIntents(tx: Transaction, filter: IntentFilter): Intent[] {
  const { account, states, queueId, operations, awakeAt, since, sentSince, untold, ...rest } =
    filter
  const { under, externalId, step, after, limit = 100, ...unknown } = rest
  // Whoever misspells a filter would get, and perhaps act on, everything.
  const [stray] = Object.keys(unknown)
  if (stray !== undefined) throw new TypeError(`intents cannot be listed by ${stray}`)
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new RangeError(`limit must be a whole number of intents, not ${String(limit)}`)
  }
  // Postgres does not read a list of none.
  if (operations?.length === 0 || states?.length === 0) return []
  let query = builder.selectFrom('gateway_intent').selectAll()
  if (account !== undefined) query = query.where('account', '=', account)
  if (queueId !== undefined) query = query.where('queue_id', '=', queueId)
  if (awakeAt !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', awakeAt)]),
    )
  }
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (sentSince !== undefined) query = query.where('dispatched_at', '>=', sentSince)
  if (under) {
    const clientKey = toClientKey(under.principal, under.idempotencyKey)
    query = query.where('client_key', '=', clientKey)
  }
  if (externalId !== undefined) query = query.where('external_id', '=', externalId)
  if (untold) query = query.where('told_at', 'is', null)
  if (step) query = query.where('parent', '=', step.intent).where('step', '=', step.index)
  if (operations) query = query.where('operation', 'in', operations)
  if (states) query = query.where((eb) => isInState(eb, states))
  const ordered =
    after === undefined ? query.orderBy('id', 'desc') : query.where('id', '>', after).orderBy('id')
  return tx.select(ordered.limit(limit)).map(toIntent)
}

/** Each by itself, in the text of the query: SQLite does not see of a list that the index of open or waiting intents has all of it. */
export function isInState(
  eb: ExpressionBuilder<Tables, 'gateway_intent'>,
  states: readonly IntentState[],
) {
  return eb.or(states.map((state) => eb('state', '=', literal(state))))
}

/** Approvals are counted on, whatever their account. */
export function nextQueueId(tx: Transaction): number {
  const last = tx.find(lastQueueId, {})?.last
  return (last ?? 0) + 1
}

/** Whoever should know of it has been told. */
export function markTold(tx: Transaction, id: string, at: number): void {
  tx.run(setTold, { id, at: Math.trunc(at) })
}

/** What was claimed a moment ago, in this transaction, is not to be after all. */
export function denyIntent(tx: Transaction, id: string, { rule, reason }: StoreDenial): void {
  runOnce(tx, deny, { id, reason, rule: rule ?? '' })
}

export function isBoundTo(tx: Transaction, bound: Binding): boolean {
  const found = tx.find(findBound, bound)
  if (found && typeof found.id !== 'string') throw corrupt('who has an id cannot be read')
  return found !== undefined
}

interface Binding {
  readonly account: string
  readonly operation: string
  readonly externalId: string
}

const byId = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_intent').selectAll().where('id', '=', p('id')),
)

const setTold = statement<{ id: string; at: number }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({ told_at: p('at') })
    .where('id', '=', p('id')),
)

const lastQueueId = statement()(
  (db) => db.selectFrom('gateway_intent').select((eb) => eb.fn.max('queue_id').as('last')),
  // Two accounts may come here at the same moment.
  (db) => db.selectNoFrom(sql`nextval('gateway_queue') - 1`.as('last')),
)

const deny = statement<{ id: string; reason: string; rule: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: literal('denied'),
      rule: p('rule'),
      reason: p('reason'),
      key_held: eb.lit(0),
      fingerprint_held: eb.lit(0),
      slot_held: eb.lit(0),
      lease_owner: eb.lit(null),
      lease_until: eb.lit(0),
      dispatched_at: eb.lit(null),
      finished_at: eb.ref('created_at'),
    }))
    .where('id', '=', p('id')),
)

export const findBound = statement<Binding>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select('id')
    .where('account', '=', p('account'))
    .where('operation', '=', p('operation'))
    .where('external_id', '=', p('externalId')),
)
