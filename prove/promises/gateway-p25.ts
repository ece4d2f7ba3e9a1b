import {
  faultySqlite,
  SCENARIOS,
  storageFaultsLetNothingOut,
} from '../../packages/gateway/test/laws/storage-laws.js'
import { type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P25',
  promise: 'any error of the storage while a change is judged is a refusal',
  async run({ slice }) {
    const scenarios = SCENARIOS.filter((_, index) => index % slice.of === slice.index - 1)
    const { points, trials } = await storageFaultsLetNothingOut(faultySqlite, { scenarios })
    return {
      figures: { points, trials, executed: 0 },
      ...(points < 15 * scenarios.length && { short: 'the sweep did not reach the storage' }),
    }
  },
}
