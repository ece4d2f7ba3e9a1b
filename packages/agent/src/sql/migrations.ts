import { sql, type Kysely } from 'kysely'
import { type AgentTables } from './tables.js'

interface MigrationTable {
  agent_migration: { name: string }
}

/** In the order in which they were made. One that has been released never changes. */
const MIGRATIONS: ReadonlyArray<{
  readonly name: string
  readonly statements: readonly string[]
}> = [
  {
    name: '01-runs',
    statements: [
      // The key is what lets one of two go on with a run.
      `create table if not exists agent_run_record (
        run_id text not null,
        position integer not null,
        hash text not null,
        record text not null,
        primary key (run_id, position)
      )`,
    ],
  },
]

/** Brings the tables of runs up to date. Several processes may do so at once. */
export async function migrateRunStore(given: Kysely<AgentTables>): Promise<void> {
  // The table of migrations is nobody else's business.
  const db = given as unknown as Kysely<AgentTables & MigrationTable>
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(db)
    } catch (error) {
      // Two that make the same table at once can get in each other's way; every statement may be made again.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

const ATTEMPTS = 5

async function migrate(db: Kysely<AgentTables & MigrationTable>): Promise<void> {
  await sql`create table if not exists agent_migration (name text primary key)`.execute(db)
  const applied = new Set(
    (await db.selectFrom('agent_migration').select('name').execute()).map(({ name }) => name),
  )
  for (const { name, statements } of MIGRATIONS) {
    if (applied.has(name)) continue
    for (const statement of statements) await sql.raw(statement).execute(db)
    await db
      .insertInto('agent_migration')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
