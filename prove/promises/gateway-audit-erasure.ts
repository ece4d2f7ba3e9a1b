import { erasingKeepsTheChain } from '../../packages/gateway/test/laws/erasure-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P32',
  promise: 'what is erased is in no byte of the files, and the chain holds',
  async run({ seed, slice }) {
    const runs = shareOf(200, slice)
    // Each slice begins elsewhere, or all would try the same.
    const erased = await erasingKeepsTheChain({ runs, seed: seed + 1_000 * slice.index })
    return { figures: { databases: runs, erased, left: 0 } }
  },
}
