import {
  changedBytesAreFound,
  tamperingsAreFound,
} from '../../packages/gateway/test/laws/audit-laws.js'
import { everyWriteIsOnRecord } from '../../packages/gateway/test/laws/complete-record.js'
import { TAMPERINGS } from '../../packages/gateway/test/laws/tamperings.js'
import { seedOf, shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P31',
  promise:
    'every write is on record, and whatever is done to that is found by whoever has the last signed head',
  async run({ seed, slice }) {
    const runs = shareOf(10_000, slice)
    const bytes = shareOf(5_000, slice)
    const own = seedOf({ seed, slice })
    const found = await tamperingsAreFound({ runs, seed: own })
    await changedBytesAreFound({ runs: bytes, seed: own })
    const writes = await everyWriteIsOnRecord({ runs: shareOf(200, slice), seed: own })
    const missing = Object.keys(TAMPERINGS).filter((name) => !found[name])
    return {
      figures: {
        tamperings: runs,
        kinds: Object.keys(found).length,
        changedExports: 2 * bytes,
        writes,
      },
      ...(missing.length > 0 && { short: `never tried: ${missing.join(', ')}` }),
    }
  },
}
