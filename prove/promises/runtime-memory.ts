import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { heapOverCalls } from '../../packages/runtime/test/laws/memory-laws.js'
import { shareOf, type Proof } from '../promise.js'

const MIB = 2 ** 20

export const proof: Proof = {
  id: 'runtime.memory',
  promise: 'calls through every layer leave the heap as it was',
  async run({ slice }) {
    const runs = shareOf(1_000_000, slice)
    const heaps = await heapOverCalls(runs, collector())
    // In the first tenth everything that remembers is filled.
    const [filled = 0] = heaps
    const grown = Math.max(...heaps.slice(1)) - filled
    return {
      figures: { runs, filledMiB: rounded(filled / MIB), grownMiB: rounded(grown / MIB) },
      ...(grown > 4 * MIB && { short: `the heap grew by ${rounded(grown / MIB)} MiB` }),
    }
  },
}

/** A whole collection, without a flag that whoever starts this would have to know of. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
