import { type Benchmark } from '../benchmark.js'
import { writeTogether } from '../fixtures/gate-fleet.js'

const SECONDS = 4

export const benchmarks: Benchmark[] = [
  {
    kind: 'figure',
    id: 'gate.fair',
    goal: 4,
    /** How often the luckiest of four processes on one file got through, for each time of the unluckiest. */
    async ours() {
      const [alone] = await writeTogether(1, SECONDS * 1000)
      const four = await writeTogether(4, SECONDS * 1000)
      const calls = four.map((written) => written.calls)
      return {
        value: Math.max(...calls) / Math.min(...calls),
        notes: {
          'p99 over alone': Math.max(...four.map(({ p99 }) => p99)) / (alone?.p99 ?? Number.NaN),
          'p99 ms alone': alone?.p99 ?? Number.NaN,
          'calls/s': calls.reduce((sum, count) => sum + count) / SECONDS,
          'calls/s alone': (alone?.calls ?? Number.NaN) / SECONDS,
        },
      }
    },
  },
]
