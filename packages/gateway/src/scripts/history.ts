import { canonicalJson } from '@armorer/core'
import { type HistoryEvent, type HistoryKind } from '../approval-store.js'
import { parseJson } from './rows.js'
import { statement } from './statement.js'
import { runOnce, type Transaction } from './transaction.js'

/** Keeps what a person did to an intent while it waited. */
export function addHistory(tx: Transaction, intent: string, event: HistoryEvent): void {
  const last = tx.find(lastSeq, { intent })?.last ?? 0
  runOnce(tx, add, {
    intent,
    seq: last + 1,
    at: event.at,
    kind: event.kind,
    by: event.by,
    note: event.note ?? null,
    args: event.before === undefined ? null : canonicalJson(event.before),
  })
}

/** All of it, in order. */
export function listHistory(tx: Transaction, intent: string): HistoryEvent[] {
  return tx.all(byIntent, { intent }).map(({ at, kind, by_id: by, note, args_json: args }) => ({
    at,
    kind,
    by,
    note: note ?? undefined,
    before: parseJson(args),
  }))
}

/** Whether these were its arguments before a person has changed them. */
export function wasEditedFrom(tx: Transaction, intent: string, argsText: string): boolean {
  return tx
    .all(byIntent, { intent })
    .some(({ kind, args_json: args }) => kind === 'edited' && args === argsText)
}

/** Who has approved it as it stands: an edit makes it another, for which nobody has spoken yet. */
export function votersOf(events: readonly HistoryEvent[]): readonly string[] {
  const since = events.findLastIndex(({ kind }) => kind === 'edited')
  const votes = events.slice(since + 1).filter(({ kind }) => kind === 'voted')
  return [...new Set(votes.map(({ by }) => by))]
}

const lastSeq = statement<{ intent: string }>()((db, p) =>
  db
    .selectFrom('gateway_history')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('intent', '=', p('intent')),
)

const byIntent = statement<{ intent: string }>()((db, p) =>
  db.selectFrom('gateway_history').selectAll().where('intent', '=', p('intent')).orderBy('seq'),
)

const add = statement<{
  intent: string
  seq: number
  at: number
  kind: HistoryKind
  by: string
  note: string | null
  args: string | null
}>()((db, p) =>
  db.insertInto('gateway_history').values({
    intent: p('intent'),
    seq: p('seq'),
    at: p('at'),
    kind: p('kind'),
    by_id: p('by'),
    note: p('note'),
    args_json: p('args'),
  }),
)
