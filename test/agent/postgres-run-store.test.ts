import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  said,
  start,
  storeConformance,
} from '../../packages/agent/test/record/store-conformance.js'
import { postgresRunStore } from '../../packages/agent/test/record/postgres-run-store.js'
import { createDatabase } from '../../packages/gateway/test/harness/postgres-databases.js'
import {
  startPostgres,
  type PostgresServer,
} from '../../packages/gateway/test/harness/postgres-server.js'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 120_000)
afterAll(() => server?.[Symbol.asyncDispose]())

storeConformance('PostgreSQL', async () => openStore(await freshDatabase()))

test('machines that start at once make the tables once, and one of two goes on with a run', async () => {
  const url = await freshDatabase()
  const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(url)))
  const [one, two] = stores
  await one?.append('a', 0, [start('a', 1)])

  const ends = await Promise.allSettled(
    [one, two].map(async (store) => store?.append('a', 1, [said('mine'), said('more')])),
  )

  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(await one?.read('a')).toEqual([start('a', 1), said('mine'), said('more')])
  await Promise.all(stores.map((store) => store.close()))
})

async function freshDatabase(): Promise<string> {
  const { url, beside } = await createDatabase(server.url)
  await beside.end()
  return url
}

function openStore(url: string) {
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return postgresRunStore(pool)
}
