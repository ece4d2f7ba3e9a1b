import { StorageError } from '../store.js'
import { type SqliteDatabase } from './driver.js'

export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** Which migrations a database has, kept in a table of its own, so that several packages can share one file. */
export interface MigrationPlan {
  readonly table: string
  readonly migrations: readonly Migration[]
}

/**
 * Brings a database up to date, all or nothing. The caller holds the write lock, so several processes can start at once.
 * A database that knows migrations which this program does not is newer than it, and is left alone.
 */
export function migrate(db: SqliteDatabase, { table, migrations }: MigrationPlan): void {
  if (!/^[a-z_]+$/.test(table)) throw new TypeError(`${table} cannot be the name of a table`)
  db.exec(
    `create table if not exists ${table} (position integer primary key, name text not null) strict`,
  )
  const applied = db.prepare(`select name from ${table} order by position`).all().map(nameOf)
  if (applied.length > migrations.length) throw newer(table, applied.at(-1) ?? '')
  applied.forEach((name, position) => {
    if (migrations[position]?.name !== name) throw newer(table, name)
  })
  migrations.slice(applied.length).forEach(({ name, statements }, offset) => {
    for (const text of statements) db.exec(text)
    db.prepare(`insert into ${table} values (?, ?)`).run(applied.length + offset, name)
  })
}

function nameOf(row: unknown): string {
  return String(typeof row === 'object' && row !== null ? Reflect.get(row, 'name') : row)
}

function newer(table: string, name: string): StorageError {
  return new StorageError(
    'schema_newer',
    `${table} has the migration ${name}, which this program does not know: a newer program has used this database`,
  )
}
