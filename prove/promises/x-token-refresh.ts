import {
  aLostPairAsksForALogin,
  oneProcessRenews,
} from '../../apps/tuitbot/core/test/laws/refresh-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P35',
  promise: 'eight processes at an ended token renew it once; a pair that is lost asks for a login',
  async run({ slice }) {
    const rounds = shareOf(25, slice)
    const kills = shareOf(100, slice)
    const { calls, revocations } = await oneProcessRenews({ processes: 8, rounds })
    await aLostPairAsksForALogin({ runs: kills })
    const isShort = calls !== rounds || revocations > 0
    return {
      figures: { processes: 8, rounds, calls, revocations, kills },
      ...(isShort && { short: `${calls} calls in ${rounds} rounds, ${revocations} revocations` }),
    }
  },
}
