import { cacheIsAList } from '../../packages/runtime/test/laws/cache-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'L6',
  promise: 'a cache holds no failure and nobody else’s answers, and gives what a plain list would',
  async run({ seed, slice }) {
    const runs = shareOf(50_000, slice)
    const hits = await cacheIsAList({ runs, seed })
    return { figures: { runs, hits: Math.round(hits * runs) } }
  },
}
