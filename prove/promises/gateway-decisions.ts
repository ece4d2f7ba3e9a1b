import { raceDecisions } from '../../packages/gateway/test/processes/decisions.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P30',
  promise:
    'of all who decide about the same at once one does, and what was approved is what is done',
  async run({ seed, slice }) {
    const approvals = shareOf(200, slice)
    const figures = await raceDecisions({ processes: 8, approvals, random: seeded(seed) })
    return { figures: { processes: 8, approvals, ...figures } }
  },
}
