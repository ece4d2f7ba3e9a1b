import { rehearsalsTouchNothing } from '../../packages/gateway/test/laws/dry-run-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P29',
  promise: 'a dry run sends nothing, uses nothing and changes nothing but the record of it',
  async run({ seed, slice }) {
    const runs = shareOf(2_000, slice)
    const { rehearsed } = await rehearsalsTouchNothing({ runs, seed })
    return { figures: { rehearsed, requests: 0 } }
  },
}
