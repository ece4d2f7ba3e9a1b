import { plantRogues } from '../../packages/gateway/test/laws/comparison-laws.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P22',
  promise:
    'what left is what was asked for: one rogue post is found in every run, and no honest run is stopped',
  async run({ seed, slice }) {
    const runs = shareOf(1_000, slice)
    const figures = await plantRogues({ runs, random: seeded(seed) })
    const isShort = figures.found < runs || figures.falseAlarms > 0
    return {
      figures: { ...figures },
      ...(isShort && { short: 'not every rogue post was found alone' }),
    }
  },
}
