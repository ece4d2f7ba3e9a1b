import { openPostgres, type PostgresStore } from '../../src/postgres/index.js'
import { openSqlite, type SqliteStore } from '../../src/sqlite/index.js'

/** The store in a file, or at the address of a database. */
export async function openDatabase(path: string): Promise<SqliteStore | PostgresStore> {
  return path.startsWith('postgres:') ? openPostgres(path) : openSqlite(path)
}
