import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type Trouble = Selectable<Tables['trouble']>

/** What it is now; it has lasted since it began. */
export function putTrouble(db: Connection, trouble: Trouble): void {
  const { doing, message } = trouble
  db.run(
    sql
      .insertInto('trouble')
      .values(trouble)
      .onConflict((conflict) =>
        conflict.columns(['account', 'job']).doUpdateSet({ doing, message }),
      ),
  )
}

/** Whether there was any. */
export function endTrouble(db: Connection, account: string, job: string): boolean {
  const ended = sql.deleteFrom('trouble').where('account', '=', account).where('job', '=', job)
  return db.run(ended) > 0
}

/** Those of jobs that are not done any more, and would never go well again. */
export function endOtherTroubles(db: Connection, account: string, jobs: readonly string[]): void {
  db.run(sql.deleteFrom('trouble').where('account', '=', account).where('job', 'not in', jobs))
}

/** The longest first. */
export function listTroubles(db: Connection, account: string): readonly Trouble[] {
  return db.all(
    sql.selectFrom('trouble').selectAll().where('account', '=', account).orderBy('since'),
  )
}
