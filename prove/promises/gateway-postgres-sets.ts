import { worldsOnPostgres } from '../../packages/gateway/test/harness/law-world.js'
import { createPostgresStores } from '../../packages/gateway/test/harness/postgres-stores.js'
import { setsEndAsTheModelSays } from '../../packages/gateway/test/laws/outcome-laws.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P5-postgres',
  'likes and unlikes end in the state that was asked for last, whatever fails on the way',
  async ({ server, ...trial }) => {
    const runs = shareOf(10_000, trial.slice)
    await using stores = await createPostgresStores(server)
    const createWorld = worldsOnPostgres(stores)
    await setsEndAsTheModelSays({ runs, seed: trial.seed, createWorld })
    return { figures: { runs } }
  },
)
