import { orderNeverShows } from '../../packages/core/test/laws/serialization-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.serialization',
  'the same tools give the same bytes, whatever the order',
  10_000,
  orderNeverShows,
)
