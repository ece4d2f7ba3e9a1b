import { secretsStayInTheirPlace } from '../../apps/tuitbot/core/test/laws/leak-laws.js'
import { type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P33',
  promise: 'no X token, client secret or master key is anywhere but in the cipher column',
  async run() {
    const { searched, hits } = await secretsStayInTheirPlace()
    return {
      figures: { searched, hits: hits.length },
      ...(hits.length > 0 && { short: hits.join(', ') }),
    }
  },
}
