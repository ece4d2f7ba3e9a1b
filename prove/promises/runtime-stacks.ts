import { stacksMeanWhatTheySay } from '../../packages/runtime/test/laws/stack-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'L1',
  'any stack of layers ends as a reference says, and none repeats a write',
  20_000,
  stacksMeanWhatTheySay,
)
