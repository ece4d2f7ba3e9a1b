import { expect, test } from 'vitest'
import { chatCodec } from '@armorer/agent'
import { codecKeepsBytes } from '../codec-laws.js'
import { randomChatMessage } from './random-chat-message.js'

test('chat_roundtrip_is_identity: 10,000 histories of Chat Completions come back byte for byte', () => {
  const law = codecKeepsBytes(chatCodec, randomChatMessage)
  expect(() => law({ runs: 10_000, seed: 1 })).not.toThrow()
})
