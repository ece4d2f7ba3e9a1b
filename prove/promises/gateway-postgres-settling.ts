import { settleAfterKills } from '../../packages/gateway/test/processes/settling.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P37-postgres',
  'once faults stop, everything is settled within the time to settle and two minutes',
  async ({ slice, server }) => {
    const runs = shareOf(10, slice)
    const { rows, tookMs, mostMs } = await settleAfterKills({ runs, server })
    return {
      figures: { rows, tookMs, mostMs, pace: '1/50' },
      ...(tookMs > mostMs && { short: `it took ${tookMs} ms` }),
    }
  },
)
