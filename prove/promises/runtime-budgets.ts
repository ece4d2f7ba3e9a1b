import { budgetsHold } from '../../packages/runtime/test/laws/budget-laws.js'
import { seedOf, shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'L3',
  promise: 'a budget is never exceeded, whatever runs at once and however budgets nest',
  async run({ seed, slice }) {
    const runs = shareOf(200_000, slice)
    const refused = await budgetsHold({ runs, seed: seedOf({ seed, slice }) })
    return { figures: { runs, refused } }
  },
}
