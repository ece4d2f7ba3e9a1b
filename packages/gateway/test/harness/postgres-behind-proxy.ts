import { openPostgres, type PostgresOptions, type PostgresStore } from '../../src/postgres/index.js'
import { createDatabase, type PostgresDatabase } from './postgres-databases.js'
import { createProxy, type PostgresProxy } from './postgres-proxy.js'

/** A store in a database of its own, and what stands between the two. */
export interface BehindProxy extends AsyncDisposable {
  readonly store: PostgresStore
  /** The address of the database itself. */
  readonly url: string
  readonly proxy: PostgresProxy
  readonly beside: PostgresDatabase['beside']
}

export async function openBehindProxy(
  server: string,
  options?: PostgresOptions,
): Promise<BehindProxy> {
  const database = await createDatabase(server)
  const proxy = await createProxy(database.url)
  const store = await openPostgres(proxy.url, options)
  return {
    store,
    url: database.url,
    proxy,
    beside: database.beside,
    async [Symbol.asyncDispose]() {
      await store.close()
      await proxy[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
