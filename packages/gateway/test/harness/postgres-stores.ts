import { DEFAULT_TIMES } from '../../src/index.js'
import { systemClock } from '../../src/clock.js'
import { openPostgres, type PostgresStore } from '../../src/postgres/index.js'
import { type Store } from '../../src/store.js'
import { type StoreUnderTest } from '../store-conformance.js'
import { createDatabase } from './postgres-databases.js'
import { usePostgres } from './postgres-server.js'
import { TIMES } from './small-world.js'

/** Waiting for the database takes as long as the machine takes. */
const times = { ...TIMES, busy: DEFAULT_TIMES.busy }

/** Fresh stores on one server, each in a database of its own. */
export interface PostgresStores extends AsyncDisposable {
  open(as?: (store: PostgresStore) => Store): Promise<StoreUnderTest>
}

/** On a server that is there, or else on one that goes with them. */
export async function createPostgresStores(url?: string): Promise<PostgresStores> {
  const server = url === undefined ? await usePostgres() : { url, async [Symbol.asyncDispose]() {} }
  const template = await createTemplate(server.url)
  return {
    async open(as = (store) => store) {
      const database = await createDatabase(server.url, template.name)
      const { beside, url } = database
      // It goes on as the one in the database does, or nothing would ever be believed.
      let elapsed = 0
      const clock = { ...systemClock, elapsed: () => elapsed }
      const store = await openPostgres(url, { times, clock })
      const other = await openPostgres(url, { times, clock })
      return {
        store: as(store),
        times,
        again: () => as(other),
        async advance(ms) {
          elapsed += ms
          await beside.query('update hand_clock set ms = ms + $1', [ms])
        },
        async tamper(sql) {
          await beside.query('alter table gateway_audit disable trigger all')
          await beside.query('alter table gateway_policy disable trigger all')
          await beside.query(sql)
        },
        async rows(sql) {
          const { rows } = await beside.query({ text: sql, rowMode: 'array' })
          return rows
        },
        async [Symbol.asyncDispose]() {
          await Promise.allSettled([store, other].map((one) => one.close()))
          await database[Symbol.asyncDispose]()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await template[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** With our tables, one of the application's own, and a clock that stands still until it is told. */
async function createTemplate(server: string) {
  const template = await createDatabase(server)
  const { url, beside } = template
  await (await openPostgres(url)).close()
  await beside.query('create table app_note (text text not null)')
  await beside.query('create table hand_clock (ms bigint not null)')
  await beside.query('insert into hand_clock values (1700000000000)')
  await beside.query(
    `create or replace function gateway_now() returns bigint language sql as 'select ms from hand_clock'`,
  )
  await beside.end()
  return template
}
