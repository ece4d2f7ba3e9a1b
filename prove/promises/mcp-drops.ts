import { dropClients, MOMENTS } from '../../packages/mcp/test/laws/dropped-clients.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P9',
  promise:
    'an MCP client that drops at any moment of a call and asks again under another id has it done once, and leaves nothing open',
  async run({ slice }) {
    const figures = await dropClients({ runs: shareOf(MOMENTS * 200, slice) })
    const { cut, finishedAlone, doubles, lost, open } = figures
    const short =
      doubles + lost + open > 0
        ? `${doubles} posted twice, ${lost} never, ${open} still open`
        : cut === 0 || finishedAlone === 0
          ? 'no client has dropped while it mattered'
          : undefined
    return { figures: { moments: MOMENTS, ...figures }, ...(short !== undefined && { short }) }
  },
}
