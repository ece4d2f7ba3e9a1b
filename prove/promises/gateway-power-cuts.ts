import { cutPower } from '../../packages/gateway/test/processes/power-cuts.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P15',
  promise: 'what has left is known after a power cut',
  async run({ seed, slice }) {
    const runs = shareOf(500, slice)
    const cuts = await cutPower({ runs, cuts: 21, random: seeded(seed) })
    const planted = await shows(seeded(seed))
    return {
      figures: { runs, cuts, lost: 0 },
      ...(!planted && { short: 'without full synchronisation the same trial shows no loss' }),
    }
  },
}

/** A trial that cannot fail proves nothing: with a log that is not on the disk at each commit it must. */
async function shows(random: () => number): Promise<boolean> {
  return cutPower({ runs: 5, cuts: 1, random, planted: 'normal' }).then(
    () => false,
    () => true,
  )
}
