import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import { toRunStoreError, type RunStore } from '../run/run-store.js'
import { kyselyRunStore } from '../sql/kysely-run-store.js'
import { migrateRunStore } from '../sql/migrations.js'
import { type AgentTables } from '../sql/tables.js'

const OPENING_MS = 10_000

/** Keeps runs in a SQLite file, or makes it. Processes of one machine may share it. */
export async function sqliteRunStore(path: string): Promise<RunStore> {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    return await open(new DatabaseSync(path))
  } catch (error) {
    throw toRunStoreError('unreadable', `${path} cannot be opened for runs`, error)
  }
}

async function open(connection: InstanceType<typeof DatabaseSync>): Promise<RunStore> {
  try {
    connection.exec(`pragma busy_timeout = ${OPENING_MS}`)
    await enterWal(connection)
    connection.exec('pragma synchronous = full')
    const dialect = new SqliteDialect({ database: toDriver(connection) })
    const db = new Kysely<AgentTables>({ dialect })
    await migrateRunStore(db)
    return kyselyRunStore(db)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Two that do this with the same new file at once are told so at once, whatever their busy timeout. */
async function enterWal(connection: InstanceType<typeof DatabaseSync>): Promise<void> {
  for (const until = performance.now() + OPENING_MS; ;) {
    try {
      return connection.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** The lowest byte of SQLite's code says what kind of failure it is: 5 is busy, 6 is locked. */
function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined
  return typeof code === 'number' && [5, 6].includes(code & 0xff)
}

/** Kysely asks a statement whether it gives rows, which this driver does not say: statements that do begin with `select`. */
function toDriver(connection: InstanceType<typeof DatabaseSync>): SqliteDatabase {
  return {
    close: () => connection.close(),
    prepare(text) {
      const statement = connection.prepare(text)
      const valuesOf = (values: readonly unknown[]) => values as Parameters<typeof statement.all>
      return {
        reader: /^\s*select\b/i.test(text),
        all: (values) => statement.all(...valuesOf(values)),
        run(values) {
          const { changes, lastInsertRowid } = statement.run(...valuesOf(values))
          return { changes, lastInsertRowid }
        },
        *iterate(values) {
          yield* statement.all(...valuesOf(values))
        },
      }
    },
  }
}
