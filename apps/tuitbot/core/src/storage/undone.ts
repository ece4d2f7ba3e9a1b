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

/** Which of these posts were taken back. */
export function listUndone(
  db: Connection,
  account: string,
  postIds: readonly string[],
): ReadonlySet<string> {
  if (postIds.length === 0) return new Set()
  const rows = db.all(
    sql
      .selectFrom('undone')
      .select('post_id')
      .where('account', '=', account)
      .where('post_id', 'in', postIds),
  )
  return new Set(rows.map((row) => row.post_id))
}
