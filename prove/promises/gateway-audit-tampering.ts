import {
  changedBytesAreFound,
  tamperingsAreFound,
} from '../../packages/gateway/test/laws/audit-laws.js'
import { TAMPERINGS } from '../../packages/gateway/test/laws/tamperings.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P31',
  promise: 'whatever is done to the record is found by whoever has its last signed head',
  async run({ seed, slice }) {
    const runs = shareOf(10_000, slice)
    const bytes = shareOf(5_000, slice)
    const found = await tamperingsAreFound({ runs, seed: seed + slice.index - 1 })
    await changedBytesAreFound({ runs: bytes, seed: seed + slice.index - 1 })
    const missing = Object.keys(TAMPERINGS).filter((name) => !found[name])
    return {
      figures: { tamperings: runs, changedExports: 2 * bytes, kinds: Object.keys(found).length },
      ...(missing.length > 0 && { short: `never tried: ${missing.join(', ')}` }),
    }
  },
}
