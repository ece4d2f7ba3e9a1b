import { expect, test } from 'vitest'
import { geminiCodec } from '@armorer/adapters-gemini'
import { codecKeepsBytes } from '../codec-laws.js'
import { randomContent } from './random-content.js'

test('10,000 histories of Gemini come back byte for byte', () => {
  const law = codecKeepsBytes(geminiCodec, randomContent)
  expect(() => law({ runs: 10_000, seed: 1 })).not.toThrow()
})
