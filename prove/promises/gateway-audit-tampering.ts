import {
  changedBytesAreFound,
  tamperingsAreFound,
} from '../../packages/gateway/test/laws/audit-laws.js'
import { everyWriteIsOnRecord } from '../../packages/gateway/test/laws/complete-record.js'
import { TAMPERINGS } from '../../packages/gateway/test/laws/tamperings.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P31',
  promise:
    'every write is on record, and whatever is done to that is found by whoever has the last signed head',
  async run({ seed, slice }) {
    const runs = shareOf(10_000, slice)
    const bytes = shareOf(5_000, slice)
    const found = await tamperingsAreFound({ runs, seed })
    await changedBytesAreFound({ runs: bytes, seed })
    const writes = await everyWriteIsOnRecord({ runs: shareOf(200, slice), seed })
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
