import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type ActivityRow = Selectable<Tables['activity']>

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Keeps what happened, and lets go of what happened long ago. */
export function addActivity(db: Connection, row: Omit<ActivityRow, 'id'>): void {
  const { account, at } = row
  db.run(
    sql
      .deleteFrom('activity')
      .where('account', '=', account)
      .where('at', '<', at - KEPT_MS),
  )
  db.run(sql.insertInto('activity').values(row))
}

/** Newest first. */
export function listActivityRows(
  db: Connection,
  account: string,
  limit: number,
): readonly ActivityRow[] {
  return db.all(
    sql
      .selectFrom('activity')
      .selectAll()
      .where('account', '=', account)
      .orderBy('id', 'desc')
      .limit(limit),
  )
}
