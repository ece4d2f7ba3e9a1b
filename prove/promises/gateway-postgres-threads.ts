import { range } from '../../packages/gateway/test/processes/crews.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { killThreads } from '../../packages/gateway/test/processes/threads.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P8-postgres',
  'a thread that was cut at any of its posts goes on where it stopped, and never begins again',
  async ({ seed, slice, server }) => {
    const runs = shareOf(20, slice)
    const lengths = range(24).map((more) => more + 2)
    const { points, trials } = await killThreads({ lengths, runs, random: seeded(seed), server })
    return { figures: { threads: '2–25', posts: points, runs, kills: trials, doubles: 0, lost: 0 } }
  },
)
