import { type Intent, type IntentState } from '../intent.js'
import { type IntentFilter } from '../store.js'
import { toIntent, type IntentRow } from './rows.js'
import { literal, statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

export function findRow(tx: Transaction, id: string): IntentRow | undefined {
  return tx.find(byId, { id })
}

export function getRow(tx: Transaction, id: string): IntentRow {
  const row = findRow(tx, id)
  if (!row) throw corrupt(`there is no intent ${id}`)
  return row
}

export function getIntent(tx: Transaction, id: string): Intent {
  return toIntent(getRow(tx, id))
}

/** Newest first. */
export function listIntents(
  tx: Transaction,
  { account, states, limit = 100 }: IntentFilter,
): Intent[] {
  const wanted = states && JSON.stringify(states)
  const rows = tx.all(list, { account: account ?? null, states: wanted ?? null, limit })
  return rows.map(toIntent)
}

/** Approvals are counted on, whatever their account. */
export function nextQueueId(tx: Transaction): number {
  const last = tx.find(lastQueueId, {})?.last
  return (last ?? 0) + 1
}

/** What was claimed a moment ago, in this transaction, is not to be after all. */
export function denyIntent(tx: Transaction, id: string, reason: string): void {
  runOnce(tx, deny, { id, reason })
}

export function isBoundTo(tx: Transaction, bound: Binding): boolean {
  return tx.all(findBound, bound).length > 0
}

interface Binding {
  readonly account: string
  readonly operation: string
  readonly externalId: string
}

const byId = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_intent').selectAll().where('id', '=', p('id')),
)

const list = statement<{ account: string | null; states: string | null; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('gateway_intent')
      .selectAll()
      .where((eb) => eb.or([eb(p('account'), 'is', null), eb('account', '=', p('account'))]))
      .where((eb) =>
        eb.or([
          eb(p('states'), 'is', null),
          eb(
            'state',
            'in',
            eb
              .selectFrom(eb.fn<{ value: IntentState }>('json_each', [p('states')]).as('wanted'))
              .select('wanted.value'),
          ),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(p('limit')),
)

const lastQueueId = statement()((db) =>
  db.selectFrom('gateway_intent').select((eb) => eb.fn.max('queue_id').as('last')),
)

const deny = statement<{ id: string; reason: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: literal('denied'),
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

const findBound = statement<Binding>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select('id')
    .where('account', '=', p('account'))
    .where('operation', '=', p('operation'))
    .where('external_id', '=', p('externalId')),
)
