import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../src/clock.js'
import { type PostgresStore } from '../../src/postgres/index.js'
import { createPostgresStore } from '../../src/postgres/postgres-store.js'
import { createEnv } from '../../src/scripts/env.js'
import { type Store } from '../../src/store.js'
import { createPostgresStores, type PostgresStores } from '../harness/postgres-stores.js'
import { TIMES } from '../harness/small-world.js'
import { testClaims } from '../store-conformance/claims.js'
import { testCompletion } from '../store-conformance/completion.js'
import { testKeys } from '../store-conformance/keys.js'
import { testLimits } from '../store-conformance/limits.js'

let stores: PostgresStores

beforeAll(async () => {
  stores = await createPostgresStores()
}, 120_000)
afterAll(() => stores[Symbol.asyncDispose]())

// What can be drafted, done statement by statement all the same: the outcome is no other.
for (const run of [testClaims, testKeys, testCompletion, testLimits])
  run(() => stores.open(replayed))

function replayed({ writer }: PostgresStore): Store {
  const alone = {
    ...writer,
    write: <Value>(job: Parameters<typeof writer.write<Value>>[0]) =>
      writer.write({ ...job, reads: undefined }),
  }
  return createPostgresStore(alone, createEnv(systemClock, TIMES))
}
