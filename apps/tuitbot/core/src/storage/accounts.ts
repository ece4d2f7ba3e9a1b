import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type Account = Selectable<Tables['account']>

export function putAccount(db: Connection, account: Account): void {
  const { added_at: _, ...known } = account
  db.run(
    sql
      .insertInto('account')
      .values(account)
      .onConflict((conflict) => conflict.column('account').doUpdateSet(known)),
  )
}

export function findAccount(db: Connection, account: string): Account | undefined {
  return db.all(sql.selectFrom('account').selectAll().where('account', '=', account))[0]
}
