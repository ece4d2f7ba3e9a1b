import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type ActivityRow = Selectable<Tables['activity']>

export function addActivity(db: Connection, row: Omit<ActivityRow, 'id'>): void {
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
