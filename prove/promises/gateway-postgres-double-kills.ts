import { killTwice } from '../../packages/gateway/test/processes/kills.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P2-postgres',
  'killed at any point while it recovers what another left, a process leaves neither a double nor a gap',
  async ({ seed, slice, server }) => {
    const runs = shareOf(5, slice)
    const { points, trials } = await killTwice({ runs, random: seeded(seed), server })
    return { figures: { pairs: points, runs, trials, doubles: 0, lost: 0 } }
  },
)
