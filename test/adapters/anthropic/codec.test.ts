import { expect, test } from 'vitest'
import { anthropicCodec } from '@armorer/adapters-anthropic'
import { codecKeepsBytes } from '../codec-laws.js'
import { randomMessage } from './random-message.js'

test('10,000 histories of Anthropic come back byte for byte', () => {
  const law = codecKeepsBytes(anthropicCodec, randomMessage)
  expect(() => law({ runs: 10_000, seed: 1 })).not.toThrow()
})
