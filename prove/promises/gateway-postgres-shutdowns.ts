import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { endUnderLoad } from '../../packages/gateway/test/processes/shutdowns.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

const MOST_MS = 10_000

export const proof = onPostgres(
  'P40-postgres',
  'told to end under load, a process finishes what is on its way and is gone within 10 s',
  async ({ seed, slice, server }) => {
    const runs = shareOf(100, slice)
    const slowestMs = await endUnderLoad({ runs, random: seeded(seed), server })
    return {
      figures: { runs, slowestMs, doubles: 0 },
      ...(slowestMs > MOST_MS && { short: `one took ${slowestMs} ms` }),
    }
  },
)
