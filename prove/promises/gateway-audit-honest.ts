import { honestRowsRaiseNoAlarm } from '../../packages/gateway/test/laws/honest-record.js'
import { shareOf, type Proof } from '../promise.js'

const AT_ONCE = 50_000

export const proof: Proof = {
  id: 'P31.honest',
  promise: 'no check of the record takes what honest writers do for a forgery',
  async run({ seed, slice }) {
    const wanted = shareOf(1_000_000, slice)
    let rows = 0
    for (let round = 0; rows < wanted; round++) {
      const next = Math.min(AT_ONCE, wanted - rows)
      rows += await honestRowsRaiseNoAlarm({ rows: next, seed: seed + 1_000 * slice.index + round })
    }
    return { figures: { rows, falseAlarms: 0 } }
  },
}
