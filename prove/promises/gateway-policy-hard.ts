import { nothingLoosensAHardRule } from '../../packages/gateway/test/laws/policy-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'gateway-hard-rules',
  'no rule of a user or a template, and no lifting of rules, loosens a hard rule',
  50_000,
  (trial) => void nothingLoosensAHardRule(trial),
)
