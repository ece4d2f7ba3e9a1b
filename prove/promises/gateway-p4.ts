import { mergesOnlyTheSame, mergesTheSame } from '../../packages/gateway/test/laws/content-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'P4',
  'different intents never merge, and the same intent always does, however it is written',
  100_000,
  async (trial) => {
    await mergesOnlyTheSame(trial)
    await mergesTheSame(trial)
  },
)
