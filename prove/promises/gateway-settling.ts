import { settleAfterKills } from '../../packages/gateway/test/processes/settling.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P37',
  promise: 'once faults stop, everything is settled within the time to settle and two minutes',
  async run({ slice }) {
    const runs = shareOf(10, slice)
    const { rows, tookMs, mostMs } = await settleAfterKills({ runs })
    return {
      figures: { rows, tookMs, mostMs, pace: '1/50' },
      ...(tookMs > mostMs && { short: `it took ${tookMs} ms` }),
    }
  },
}
