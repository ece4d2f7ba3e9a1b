import { worldsOnPostgres } from '../../packages/gateway/test/harness/law-world.js'
import { createPostgresStores } from '../../packages/gateway/test/harness/postgres-stores.js'
import {
  lawsHoldWithEveryMemory,
  memoryChangesNothing,
} from '../../packages/gateway/test/laws/memory-laws.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P10-postgres',
  'the memory of a process, on, off or full of lies, changes no outcome',
  async ({ server, ...trial }) => {
    const runs = shareOf(1_000, trial.slice)
    await using stores = await createPostgresStores(server)
    const where = { seed: trial.seed, createWorld: worldsOnPostgres(stores) }
    await memoryChangesNothing({ runs, ...where })
    await lawsHoldWithEveryMemory({ runs: Math.ceil(runs / 20), ...where })
    return { figures: { runs } }
  },
)
