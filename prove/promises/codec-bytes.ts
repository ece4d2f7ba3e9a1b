import { anthropicCodec } from '@armorer/adapters-anthropic'
import { geminiCodec } from '@armorer/adapters-gemini'
import { responsesCodec } from '@armorer/adapters-openai'
import { randomMessage } from '../../test/adapters/anthropic/random-message.js'
import { codecKeepsBytes } from '../../test/adapters/codec-laws.js'
import { randomContent } from '../../test/adapters/gemini/random-content.js'
import { randomItem } from '../../test/adapters/openai/random-item.js'
import { proveLaw } from '../law.js'

const laws = [
  codecKeepsBytes(responsesCodec, randomItem),
  codecKeepsBytes(anthropicCodec, randomMessage),
  codecKeepsBytes(geminiCodec, randomContent),
]

export const proof = proveLaw(
  'C1',
  'histories of each wire format come back byte for byte',
  200_000,
  (trial) => {
    for (const law of laws) law(trial)
  },
)
