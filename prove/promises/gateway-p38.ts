import { openGateWorld, temporaryPath } from '../../bench/fixtures/gate-world.js'
import { quantile } from '../../bench/race.js'
import { type Proof } from '../promise.js'

const CALLS = 1_000
const MOST_MS = 10

export const proof: Proof = {
  id: 'P38',
  promise: `on SQLite with full durability the gateway adds at most ${MOST_MS} ms to the median call`,
  async run() {
    const world = openGateWorld(temporaryPath('added.db'))
    const took: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const before = performance.now()
      // The far side answers at once, so all of this is the gateway.
      await world.post()
      took.push(performance.now() - before)
    }
    await world.gateway.close()
    const sorted = took.toSorted((a, b) => a - b)
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
    return {
      figures: { calls: CALLS, p50Ms: p50.toFixed(2), p99Ms: p99.toFixed(2) },
      ...(p50 > MOST_MS && { short: `it adds ${p50.toFixed(1)} ms` }),
    }
  },
}
