import { demandNewWriters } from '../../packages/gateway/test/processes/old-writers.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P23-postgres',
  'once a newer version is demanded, no program of an older one dispatches anything',
  async ({ seed, slice, server }) => {
    const rounds = shareOf(100, slice)
    const random = seeded(seed + slice.index)
    const { dispatches } = await demandNewWriters({ rounds, random, server })
    return { figures: { rounds, dispatchesBefore: dispatches, after: 0 } }
  },
)
