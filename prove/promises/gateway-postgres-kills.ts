import { killEverywhere } from '../../packages/gateway/test/processes/kills.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P1-postgres',
  'killed at any point, a process leaves neither a double nor a gap',
  async ({ slice, server }) => {
    const runs = shareOf(200, slice)
    const { points, trials } = await killEverywhere({ runs, server })
    return { figures: { points, runs, kills: trials, doubles: 0, lost: 0 } }
  },
)
