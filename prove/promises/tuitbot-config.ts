import { damagedFilesAreReadOrRefused } from '../../apps/tuitbot/core/test/config/config-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'F4.config',
  promise: 'a damaged configuration is read or refused, and what is read is good in every respect',
  async run({ seed, slice }) {
    const runs = shareOf(200_000, slice)
    const tally = damagedFilesAreReadOrRefused({ runs, seed })
    return { figures: { runs, ...tally } }
  },
}
