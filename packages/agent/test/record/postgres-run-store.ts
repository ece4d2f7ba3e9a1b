import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { kyselyRunStore } from '../../src/sql/kysely-run-store.js'
import { migrateRunStore } from '../../src/sql/migrations.js'
import { type AgentTables } from '../../src/sql/tables.js'
import { type RunStore } from '../../src/run/run-store.js'

/** As a program with many machines would open it. */
export async function postgresRunStore(pool: PostgresPool): Promise<RunStore> {
  const db = new Kysely<AgentTables>({ dialect: new PostgresDialect({ pool }) })
  await migrateRunStore(db)
  return kyselyRunStore(db)
}
