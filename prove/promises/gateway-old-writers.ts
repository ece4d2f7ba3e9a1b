import { demandNewWriters } from '../../packages/gateway/test/processes/old-writers.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P23',
  promise: 'once a newer version is demanded, no program of an older one dispatches anything',
  async run({ seed, slice }) {
    const rounds = shareOf(100, slice)
    const { dispatches } = await demandNewWriters({ rounds, random: seeded(seed + slice.index) })
    return { figures: { rounds, dispatchesBefore: dispatches, after: 0 } }
  },
}
