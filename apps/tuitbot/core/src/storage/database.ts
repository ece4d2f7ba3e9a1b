import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  type Compilable,
  DummyDriver,
  type InferResult,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { migrate } from './migrate.js'
import { StorageError } from './storage-error.js'
import { type Tables } from './tables.js'

type Rows<Query extends Compilable> =
  InferResult<Query> extends ReadonlyArray<infer Row> ? readonly Row[] : never

/** Runs queries at once. What is inside a transaction gets one of its own, so the wrong one is out of reach. */
export interface Connection {
  /** The rows of a query, or of what a change returns. */
  all<Query extends Compilable>(query: Query): Rows<Query>
  /** How many rows a change has changed. */
  run(query: Compilable): number
}

/** Tuitbot's file. Several processes may have it open. */
export interface Database {
  read<Value>(script: (db: Connection) => Value): Promise<Value>
  /** All of it or nothing. The script cannot wait for anything: no other process can write meanwhile. */
  write<Value>(script: (db: Connection) => Value): Promise<Value>
  close(): void
}

export interface DatabaseOptions {
  /** How long other processes are waited for. 5 s unless given. */
  readonly busyMs?: number
}

/** Builds queries. It never runs one. */
export const sql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Opens the file, makes it if it is not there, and brings its tables up to date. */
export async function openDatabase(
  path: string,
  { busyMs = 5_000 }: DatabaseOptions = {},
): Promise<Database> {
  const raw = new DatabaseSync(path, { timeout: 0 })
  const connection = connect(raw)

  async function patiently<Value>(act: () => Value): Promise<Value> {
    const until = performance.now() + busyMs
    for (;;) {
      try {
        return act()
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() > until) {
          const message = `the database was busy for ${busyMs} ms; nothing was changed`
          throw new StorageError('busy', message, { cause: error })
        }
      }
      // Waiting here and not in SQLite leaves the rest of the process free.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  try {
    await patiently(() => raw.exec('pragma journal_mode = wal'))
    raw.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on')
    await patiently(() => inTransaction(raw, () => migrate(raw)))
  } catch (error) {
    raw.close()
    throw error
  }
  return {
    read: (script) => patiently(() => script(connection)),
    write: (script) => patiently(() => inTransaction(raw, () => script(connection))),
    close: () => raw.close(),
  }
}

/** `immediate`: a transaction that reads first and then wants to write would be refused under contention. */
function inTransaction<Value>(raw: DatabaseSyncInstance, act: () => Value): Value {
  raw.exec('begin immediate')
  try {
    const value = act()
    raw.exec('commit')
    return value
  } catch (error) {
    if (raw.isTransaction) raw.exec('rollback')
    throw error
  }
}

function connect(raw: DatabaseSyncInstance): Connection {
  return {
    all<Query extends Compilable>(query: Query) {
      const { sql: text, parameters } = query.compile()
      // Typed by the tables that the migrations have made.
      return raw.prepare(text).all(...bindable(parameters)) as unknown as Rows<Query>
    },
    run(query) {
      const { sql: text, parameters } = query.compile()
      return raw.prepare(text).run(...bindable(parameters)).changes
    },
  }
}

type Bindable = string | number | bigint | null | Uint8Array

/** Queries are typed by the tables, which hold nothing that SQLite cannot bind. */
function bindable(values: readonly unknown[]): Bindable[] {
  return values as Bindable[]
}

function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code: unknown = Reflect.get(error, 'errcode')
  return typeof code === 'number' && [5, 6].includes(code & 0xff)
}
