import { type MigrationPlan, type SqliteStore, type Transaction } from '@armorer/gateway/sqlite'
import { type Compilable, type InferResult } from 'kysely'
import { type Connection, type Database } from './database.js'
import { migrations } from './migrations.js'

/** Tuitbot's own tables, for the file that it shares with the gateway. */
export const tuitbotPlan: MigrationPlan = { table: 'tuitbot_migration', migrations }

/** Tuitbot's tables in the gateway's file: one connection, and commits shared with it. */
export function databaseOf(store: SqliteStore): Database {
  const { writer } = store
  return {
    read: (script) => writer.read((tx) => script(connectionOf(tx))),
    write: (script) => writer.write((tx) => script(connectionOf(tx))),
    // Whoever opened the store closes it.
    close: () => undefined,
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

type Rows<Query extends Compilable> =
  InferResult<Query> extends ReadonlyArray<infer Row> ? readonly Row[] : never
