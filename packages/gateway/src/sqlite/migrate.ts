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
 * Brings a database up to date, all or nothing, under the write lock, so that several processes can start at once.
 * A database that knows migrations which this program does not is newer than it, and is left alone.
 */
export function migrate(db: SqliteDatabase, plan: MigrationPlan): void {
  if (!/^[a-z_]+$/.test(plan.table)) throw new TypeError(`${plan.table} cannot be a table's name`)
  // What is up to date needs no lock, which someone may be holding.
  if (appliedTo(db, plan) === plan.migrations.length) return
  db.exec('begin immediate')
  try {
    apply(db, plan)
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

function apply(db: SqliteDatabase, plan: MigrationPlan): void {
  const { table, migrations } = plan
  db.exec(
    `create table if not exists ${table} (position integer primary key, name text not null) strict`,
  )
  const applied = appliedTo(db, plan)
  migrations.slice(applied).forEach(({ name, statements }, offset) => {
    for (const text of statements) db.exec(text)
    db.prepare(`insert into ${table} values (?, ?)`).run(applied + offset, name)
  })
}

/** How many of the plan's migrations it has. */
function appliedTo(db: SqliteDatabase, { table, migrations }: MigrationPlan): number {
  const tables = db.prepare(`select name from sqlite_schema where type = 'table' and name = ?`)
  if (tables.all(table).length === 0) return 0
  const applied = db.prepare(`select name from ${table} order by position`).all().map(nameOf)
  applied.forEach((name, position) => {
    if (migrations[position]?.name !== name) throw newer(table, name)
  })
  return applied.length
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
