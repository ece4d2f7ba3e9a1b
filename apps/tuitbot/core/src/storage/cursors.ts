import { type Connection, sql } from './database.js'

/** How far a loop has read. */
export function findCursor(db: Connection, account: string, name: string): string | undefined {
  const [row] = db.all(
    sql
      .selectFrom('cursor')
      .select('value')
      .where('account', '=', account)
      .where('name', '=', name),
  )
  return row?.value
}

export function putCursor(db: Connection, account: string, name: string, value: string): void {
  db.run(
    sql
      .insertInto('cursor')
      .values({ account, name, value })
      .onConflict((conflict) => conflict.columns(['account', 'name']).doUpdateSet({ value })),
  )
}
