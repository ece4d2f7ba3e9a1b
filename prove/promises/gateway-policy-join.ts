import { rulesAreTheirJoin } from '../../packages/gateway/test/laws/policy-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'P27',
  'a decision is the join of all rules that match, whatever their order, as a naive evaluator says',
  50_000,
  (trial) => void rulesAreTheirJoin(trial),
)
