import { pressHard } from '../../packages/gateway/test/processes/pressure.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

/** Short, since a look at the far side reads all that is there. */
const ROUND_MS = 10_000
const MOST_MIB = 64

export const proof: Proof = {
  id: 'P14',
  promise:
    'eight processes on one file, half an hour, while its calls fail, readers stay and others force what was written back: nothing twice, nothing lost, the file whole, less than 64 MiB waiting to be written back',
  async run({ seed, slice }) {
    const random = seeded(seed)
    const rounds = shareOf(180, slice)
    const sum = { posts: 0, faults: 0, reads: 0, checkpoints: 0 }
    let walBytes = 0
    for (let round = 0; round < rounds; round++) {
      const seen = await pressHard({ processes: 8, ms: ROUND_MS, random })
      sum.posts += seen.posts
      sum.faults += seen.faults
      sum.reads += seen.reads
      sum.checkpoints += seen.checkpoints
      walBytes = Math.max(walBytes, seen.walBytes)
    }
    const walMiB = Math.ceil(walBytes / 2 ** 20)
    return {
      figures: { rounds, seconds: (rounds * ROUND_MS) / 1000, ...sum, walMiB },
      ...(walMiB >= MOST_MIB && { short: `${walMiB} MiB waited to be written back` }),
    }
  },
}
