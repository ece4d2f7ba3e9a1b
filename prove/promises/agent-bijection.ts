import { chatCodec } from '@armorer/agent'
import { codecKeepsBytes } from '../../test/adapters/codec-laws.js'
import { randomChatMessage } from '../../test/adapters/openai/random-chat-message.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'A1',
  'raw chat histories come back from run items byte for byte',
  200_000,
  codecKeepsBytes(chatCodec, randomChatMessage),
)
