import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type DraftRow = Selectable<Tables['draft']>

export function putDraft(db: Connection, draft: DraftRow): void {
  db.run(
    sql
      .insertInto('draft')
      .values(draft)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function listDrafts(db: Connection, intents: readonly string[]): readonly DraftRow[] {
  if (intents.length === 0) return []
  return db.all(sql.selectFrom('draft').selectAll().where('intent', 'in', intents))
}
