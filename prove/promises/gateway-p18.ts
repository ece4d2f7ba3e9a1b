import { reservationsAreAllOrNone } from '../../packages/gateway/test/laws/reservation-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P18',
  promise: 'every dimension of a budget is reserved, or none',
  async run(trial) {
    const runs = shareOf(10_000, trial.slice)
    const failures = await reservationsAreAllOrNone({ runs, seed: trial.seed })
    return {
      figures: { runs, failures },
      ...(failures * 4 < runs && { short: 'too few reservations were made to fail' }),
    }
  },
}
