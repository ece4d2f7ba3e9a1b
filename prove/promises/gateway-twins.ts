import { askForTheSame } from '../../packages/gateway/test/processes/twins.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P3',
  promise:
    '8 processes that ask for the same 25 times at once send it once, and all hear of the same post',
  async run({ slice }) {
    const rounds = shareOf(40, slice)
    const calls = await askForTheSame({ processes: 8, times: 25, rounds })
    const without = await askForTheSame({ processes: 8, times: 25, rounds, memory: 'off' })
    return { figures: { rounds, calls, callsWithoutMemory: without, postsPerRound: 1 } }
  },
}
