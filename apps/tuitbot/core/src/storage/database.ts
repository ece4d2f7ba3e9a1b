import { openSqlite, type SqliteStore, type Transaction } from '@armorer/gateway/sqlite'
import {
  type Compilable,
  DummyDriver,
  type InferResult,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { tuitbotPlan } from './migrations.js'
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

/** Tuitbot's tables, in the file that it shares with the gateway. Several processes may have it open. */
export interface Database {
  read<Value>(script: (db: Connection) => Value): Promise<Value>
  /** All of it or nothing. The script cannot wait for anything: no other process can write meanwhile. */
  write<Value>(script: (db: Connection) => Value): Promise<Value>
  close(): Promise<void>
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

/** Opens the file for Tuitbot alone, makes it if it is not there, and brings its tables up to date. */
export function openDatabase(path: string): Database {
  return databaseOf(openSqlite(path, { plans: [tuitbotPlan] }))
}

/** Tuitbot's tables over the gateway's connection: one writer, and commits shared with it. */
export function databaseOf(store: SqliteStore): Database {
  const { writer } = store
  return {
    read: (script) => writer.read((tx) => script(connectionOf(tx))),
    write: (script) => writer.write((tx) => script(connectionOf(tx))),
    close: () => store.close(),
  }
}

function connectionOf(tx: Transaction): Connection {
  return {
    all<Query extends Compilable>(query: Query) {
      // Typed by the tables that the migrations have made.
      return tx.rows(query.compile()) as unknown as Rows<Query>
    },
    run: (query) => tx.query(query.compile()),
  }
}
