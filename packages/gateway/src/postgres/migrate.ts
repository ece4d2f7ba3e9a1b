import { StorageError } from '../store.js'
import { type MigrationPlan } from '../sqlite/migrate.js'
import { type Connection } from './connection.js'

/** One number for all who migrate, so that several processes can start at once. */
const LOCK = 0x61726d72

/**
 * Brings a database up to date, all or nothing, under a lock. One that knows migrations which this program does not is newer
 * than it, and is left alone.
 */
export async function migrate(connection: Connection, plan: MigrationPlan): Promise<void> {
  if (!/^[a-z_]+$/.test(plan.table)) throw new TypeError(`${plan.table} cannot be a table's name`)
  // What is up to date needs no lock, which someone may be holding.
  if ((await appliedTo(connection, plan)) === plan.migrations.length) return
  await connection.query('begin')
  try {
    await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
    await apply(connection, plan)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

async function apply(connection: Connection, plan: MigrationPlan): Promise<void> {
  const { table, migrations } = plan
  await connection.query(
    `create table if not exists ${table} (position integer primary key, name text not null)`,
  )
  const applied = await appliedTo(connection, plan)
  for (const [offset, { name, statements }] of migrations.slice(applied).entries()) {
    await Promise.all(statements.map((text) => connection.query(text)))
    await connection.query(`insert into ${table} values ($1, $2)`, [applied + offset, name])
  }
}

/** How many of the plan's migrations it has. */
async function appliedTo(
  connection: Connection,
  { table, migrations }: MigrationPlan,
): Promise<number> {
  const known = await connection.query('select to_regclass($1) is not null as known', [table])
  if (!isTrue(known.rows[0])) return 0
  const { rows } = await connection.query(`select name from ${table} order by position`)
  rows.forEach((row, position) => {
    const name: unknown = Reflect.get(Object(row), 'name')
    if (migrations[position]?.name === name) return
    throw new StorageError(
      'schema_newer',
      `${table} has the migration ${String(name)}, which this program does not know: a newer program has used this database`,
    )
  })
  return rows.length
}

function isTrue(row: unknown): boolean {
  return Reflect.get(Object(row), 'known') === true
}
