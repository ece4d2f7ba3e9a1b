import { damagedAnswersAreNeverBelieved } from '../../apps/tuitbot/core/test/laws/answer-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'F5',
  promise: 'a damaged answer of X crashes nothing and is never taken for a success',
  async run({ seed, slice }) {
    const runs = shareOf(200_000, slice)
    const tally = await damagedAnswersAreNeverBelieved({ runs, seed })
    return { figures: { runs, ...tally } }
  },
}
