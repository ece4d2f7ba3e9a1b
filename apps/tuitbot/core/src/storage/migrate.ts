import { type DatabaseSyncInstance } from '@photostructure/sqlite'
import { migrations, type Migration } from './migrations.js'
import { StorageError } from './storage-error.js'

/** Which of our migrations a database has; other packages keep theirs in tables of their own. */
const TABLE = 'tuitbot_migration'

/** Brings a database up to date, all or nothing. The caller holds the write lock, so several processes can start at once. */
export function migrate(db: DatabaseSyncInstance, wanted: readonly Migration[] = migrations): void {
  db.exec(
    `create table if not exists ${TABLE} (position integer primary key, name text not null) strict`,
  )
  const applied = db.prepare(`select name from ${TABLE} order by position`).all().map(nameOf)
  const stranger = applied.find((name, position) => wanted[position]?.name !== name)
  if (stranger !== undefined) {
    throw new StorageError(
      'newer',
      `this database has the migration ${stranger}: a newer Tuitbot has used it, so start that one`,
    )
  }
  wanted.slice(applied.length).forEach(({ name, statements }, offset) => {
    for (const statement of statements) db.exec(statement)
    db.prepare(`insert into ${TABLE} values (?, ?)`).run(applied.length + offset, name)
  })
}

function nameOf(row: unknown): string {
  return String(typeof row === 'object' && row !== null ? Reflect.get(row, 'name') : row)
}
