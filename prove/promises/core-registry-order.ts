import { orderMakesNoDifference } from '../../packages/core/test/laws/registry-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.registry-order',
  'the same tools in any order resolve alike',
  10_000,
  orderMakesNoDifference,
)
