import { damagedPoliciesNeverWiden } from '../../packages/gateway/test/laws/policy-mutation-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P26',
  promise:
    'a damaged policy is refused whole, or decides as a naive evaluator that reads the same file',
  run({ seed, slice }) {
    const runs = shareOf(200_000, slice)
    const trial = { runs, seed, requests: 200 }
    const { refused, accepted } = damagedPoliciesNeverWiden(trial)
    return {
      figures: { runs, refused, accepted, requests: accepted * 200, wider: 0 },
      ...(accepted * 20 < runs && { short: 'hardly any damaged policy was still one' }),
    }
  },
}
