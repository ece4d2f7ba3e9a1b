import { pauseUnderLoad } from '../../packages/gateway/test/processes/pauses.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

const MOST_MS = 500

export const proof = onPostgres(
  'P20-postgres',
  'nothing is dispatched after a pause, and a pause takes less than 500 ms beside 8 writers (p99)',
  async ({ seed, slice, server }) => {
    const pauses = shareOf(500, slice)
    const figures = await pauseUnderLoad({ writers: 8, pauses, random: seeded(seed), server })
    const { p99Ms } = figures
    return {
      figures: { ...figures },
      ...(p99Ms >= MOST_MS && { short: `the slowest pauses took ${p99Ms} ms` }),
    }
  },
)
