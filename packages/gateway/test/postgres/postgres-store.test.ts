import { afterAll, beforeAll } from 'vitest'
import { createPostgresStores, type PostgresStores } from '../harness/postgres-stores.js'
import { testStore } from '../store-conformance.js'

let stores: PostgresStores

beforeAll(async () => {
  stores = await createPostgresStores()
}, 120_000)
afterAll(() => stores[Symbol.asyncDispose]())

testStore(() => stores.open())
