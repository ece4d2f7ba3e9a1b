import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { endUnderLoad } from '../../packages/gateway/test/processes/shutdowns.js'
import { shareOf, type Proof } from '../promise.js'

const MOST_MS = 10_000

export const proof: Proof = {
  id: 'P40',
  promise: 'told to end under load, a process finishes what is on its way and is gone within 10 s',
  async run({ seed, slice }) {
    const runs = shareOf(100, slice)
    const slowestMs = await endUnderLoad({ runs, random: seeded(seed) })
    return {
      figures: { runs, slowestMs, doubles: 0 },
      ...(slowestMs > MOST_MS && { short: `one took ${slowestMs} ms` }),
    }
  },
}
