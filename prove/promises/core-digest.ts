import { digestsTellMeaningsApart } from '../../packages/core/test/laws/digest-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.digest',
  'a digest is equal exactly where the meaning is',
  100_000,
  digestsTellMeaningsApart,
)
