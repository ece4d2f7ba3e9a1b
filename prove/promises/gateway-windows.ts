import { noWindowHoldsMore } from '../../packages/gateway/test/laws/limit-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P17',
  promise:
    'of a million requests, no window of a limit’s length ever holds more than it lets, however the clock is set',
  async run({ seed, slice }) {
    const runs = shareOf(1_000_000, slice)
    const { kept, denied } = await noWindowHoldsMore({ runs, seed })
    return {
      figures: { runs, kept, denied, over: 0 },
      ...((kept * 50 < runs || denied * 50 < runs) && { short: 'the limits were hardly met' }),
    }
  },
}
