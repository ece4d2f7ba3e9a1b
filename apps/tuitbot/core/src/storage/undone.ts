import { type CompiledQuery, type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type Undone = Selectable<Tables['undone']>

/** For the transaction that records the deletion itself. */
export function recordUndone(undone: Undone): CompiledQuery {
  return sql
    .insertInto('undone')
    .values(undone)
    .onConflict((conflict) => conflict.doNothing())
    .compile()
}

/** Which of these posts were taken back, by which intent and when. */
export function listUndone(
  db: Connection,
  account: string,
  postIds: readonly string[],
): ReadonlyMap<string, Undone> {
  if (postIds.length === 0) return new Map()
  const rows = db.all(
    sql
      .selectFrom('undone')
      .selectAll()
      .where('account', '=', account)
      .where('post_id', 'in', postIds),
  )
  return new Map(rows.map((row) => [row.post_id, row]))
}
