import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldsOnPostgres, type CreateWorld } from '../harness/law-world.js'
import { usePostgres } from '../harness/postgres-server.js'
import { createPostgresStores, type PostgresStores } from '../harness/postgres-stores.js'
import { memoryChangesNothing } from '../laws/memory-laws.js'
import { setsEndAsTheModelSays } from '../laws/outcome-laws.js'
import { reservationsAreAllOrNone } from '../laws/reservation-laws.js'
import { SCENARIOS, storageFaultsLetNothingOut } from '../laws/storage-laws.js'
import { POSTGRES_FAULTS } from './faulty-drive.js'
import { faultyPostgres } from './faulty-postgres.js'
import { reserveOnPostgres } from './reservations.js'

const TIMEOUT = 120_000

let postgres: Awaited<ReturnType<typeof usePostgres>>
let stores: PostgresStores
let createWorld: CreateWorld

beforeAll(async () => {
  postgres = await usePostgres()
  stores = await createPostgresStores(postgres.url)
  createWorld = worldsOnPostgres(stores)
}, TIMEOUT)
afterAll(async () => {
  await stores[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

test('likes and unlikes end in the state that was asked for last, whatever fails on the way', async () => {
  await expect(setsEndAsTheModelSays({ runs: 15, seed: 1, createWorld })).resolves.toBeUndefined()
})

test('the same life with memory on, off and poisoned is the same', async () => {
  await expect(memoryChangesNothing({ runs: 3, seed: 57, createWorld })).resolves.toBeUndefined()
})

test('every dimension of a budget is reserved, or none', async () => {
  const open = () => reserveOnPostgres(postgres.url)

  expect(await reservationsAreAllOrNone({ runs: 60, seed: 1, open })).toBeGreaterThan(12)
})

test.each(SCENARIOS)(
  'whichever call of the database fails, nothing is let out: %s',
  { timeout: TIMEOUT },
  async (scenario) => {
    const faults = scenario === 'direct' ? POSTGRES_FAULTS : (['lost'] as const)
    const { points } = await storageFaultsLetNothingOut(faultyPostgres(postgres.url), {
      scenarios: [scenario],
      faults,
      lasting: [false],
    })

    expect(points).toBeGreaterThan(15)
  },
)
