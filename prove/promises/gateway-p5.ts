import { setsEndAsTheModelSays } from '../../packages/gateway/test/laws/outcome-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'P5',
  'likes and unlikes end in the state that was asked for last, whatever fails on the way',
  10_000,
  setsEndAsTheModelSays,
)
