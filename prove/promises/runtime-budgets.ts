import { budgetsHold } from '../../packages/runtime/test/laws/budget-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'L3',
  promise: 'a budget is never exceeded, whatever runs at once and however budgets nest',
  async run({ seed, slice }) {
    const runs = shareOf(200_000, slice)
    const refused = await budgetsHold({ runs, seed })
    return { figures: { runs, refused } }
  },
}
