import { anyArgumentsGetAnAnswer } from '../../packages/runtime/test/laws/runtime-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'L7',
  'whatever comes as arguments, one typed result comes back',
  100_000,
  anyArgumentsGetAnAnswer,
)
