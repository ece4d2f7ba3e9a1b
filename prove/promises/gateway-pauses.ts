import { pauseUnderLoad } from '../../packages/gateway/test/processes/pauses.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

const MOST_MS = 500

export const proof: Proof = {
  id: 'P20',
  promise:
    'nothing is dispatched after a pause, and a pause takes less than 500 ms beside 8 writers (p99)',
  async run({ seed, slice }) {
    const pauses = shareOf(500, slice)
    const figures = await pauseUnderLoad({ writers: 8, pauses, random: seeded(seed) })
    const { p99Ms } = figures
    return {
      figures: { ...figures },
      ...(p99Ms >= MOST_MS && { short: `the slowest pauses took ${p99Ms} ms` }),
    }
  },
}
