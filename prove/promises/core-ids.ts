import { idsRoundTrip } from '../../packages/core/test/laws/identity-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.ids',
  'every identity survives as an id, and no two share one',
  100_000,
  idsRoundTrip,
)
