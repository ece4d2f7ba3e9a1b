import { argumentsComeBack } from '../../test/adapters/adapter-laws.js'
import { anthropic } from '../../test/adapters/anthropic/targets.js'
import { gemini } from '../../test/adapters/gemini/targets.js'
import { chat, responses } from '../../test/adapters/openai/targets.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'adapters.arguments',
  'every valid input can be sent through every provider, and comes back as it was',
  1_000,
  (trial) => {
    for (const target of [chat, responses, anthropic, gemini]) argumentsComeBack(target)(trial)
  },
)
