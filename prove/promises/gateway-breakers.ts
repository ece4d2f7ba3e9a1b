import { tripBreakers } from '../../packages/gateway/test/laws/breaker-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P21',
  promise: 'an account stops by itself when too much goes wrong, and not before',
  async run({ slice }) {
    const figures = await tripBreakers(shareOf(100, slice))
    const isShort = figures.tripped < figures.rounds || figures.early > 0
    return {
      figures: { ...figures },
      ...(isShort && { short: 'a breaker tripped early or not at all' }),
    }
  },
}
