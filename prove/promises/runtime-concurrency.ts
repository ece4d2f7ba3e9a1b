import { limitsHold } from '../../packages/runtime/test/laws/runtime-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'L2',
  promise: 'a concurrency limit is never exceeded, no place is lost and nobody is overtaken',
  async run({ seed, slice }) {
    const runs = shareOf(100_000, slice)
    return {
      figures: { runs, most: await limitsHold({ runs, seed }), limit: 4 },
    }
  },
}
