import { measureRows } from '../../bench/subjects/gate-rows.js'
import { type Proof } from '../promise.js'

const MOST = 2

export const proof: Proof = {
  id: 'P39',
  promise: `beside a million rows of audit the slowest claims take at most ${MOST} times as long as beside a thousand`,
  async run() {
    const { value, notes } = await measureRows()
    return {
      figures: { ratioOfP99: value.toFixed(2), ...notes },
      ...(value > MOST && { short: `they take ${value.toFixed(1)} times as long` }),
    }
  },
}
