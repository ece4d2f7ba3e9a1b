import { afterAll, beforeAll } from 'vitest'
import { DEFAULT_TIMES } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { usePostgres } from '../harness/postgres-server.js'
import { TIMES } from '../harness/small-world.js'
import { testStore, type StoreUnderTest } from '../store-conformance.js'

/** Waiting for the database takes as long as the machine takes. */
const times = { ...TIMES, busy: DEFAULT_TIMES.busy }

let server: Awaited<ReturnType<typeof usePostgres>>
let template: string

beforeAll(async () => {
  server = await usePostgres()
  template = await createTemplate()
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

testStore(openStore)

/** With our tables, one of the application's own, and a clock that stands still until it is told. */
async function createTemplate(): Promise<string> {
  const { name, url, beside } = await createDatabase(server.url)
  await (await openPostgres(url)).close()
  await beside.query('create table app_note (text text not null)')
  await beside.query('create table hand_clock (ms bigint not null)')
  await beside.query('insert into hand_clock values (1700000000000)')
  await beside.query(
    `create or replace function gateway_now() returns bigint language sql as 'select ms from hand_clock'`,
  )
  await beside.end()
  return name
}

async function openStore(): Promise<StoreUnderTest> {
  const database = await createDatabase(server.url, template)
  const { beside, url } = database
  const store = await openPostgres(url, { times })
  const other = await openPostgres(url, { times })
  return {
    store,
    times,
    again: () => other,
    async advance(ms) {
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
}
