import { orderIsThatOfSemver } from '../../packages/core/test/laws/semver-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.semver',
  'versions are ordered as semver orders them',
  100_000,
  orderIsThatOfSemver,
)
