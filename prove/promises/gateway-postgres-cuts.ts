import { cutEverywhere } from '../../packages/gateway/test/postgres/cuts.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P14-postgres',
  'wherever a connection is cut, at every message of a change, it is carried out once',
  async ({ slice, server }) => {
    const runs = shareOf(100, slice)
    const believed = await cutEverywhere({ server, runs, distrusts: false })
    const held = await cutEverywhere({ server, runs, distrusts: true })
    return { figures: { runs, cuts: believed + held, doubles: 0 } }
  },
)
