import { unknownIsNeverGuessed } from '../../packages/gateway/test/laws/outcome-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P6',
  promise: 'unknown is never called success or failure, and is found out by reading back',
  async run({ seed, slice }) {
    const trials = await unknownIsNeverGuessed({ runs: shareOf(200, slice), seed })
    return { figures: { trials, doubles: 0, wronglyAbsent: 0 } }
  },
}
