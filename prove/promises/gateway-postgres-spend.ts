import { spendAll } from '../../packages/gateway/test/processes/spends.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

const MOST = 137

export const proof = onPostgres(
  'P19-postgres',
  '8 processes that together ask for 200 posts, all at once, spend what a cap at 137 of them lets them, and no more',
  async ({ slice, server }) => {
    const rounds = shareOf(1_000, slice)
    const sent = await spendAll({ processes: 8, times: 25, most: MOST, rounds, server })
    return { figures: { rounds, sent, over: 0 } }
  },
)
