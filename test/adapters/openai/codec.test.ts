import { expect, test } from 'vitest'
import { responsesCodec } from '@armorer/adapters-openai'
import { codecKeepsBytes } from '../codec-laws.js'
import { randomItem } from './random-item.js'

test('10,000 histories of the Responses API come back byte for byte', () => {
  expect(() => codecKeepsBytes(responsesCodec, randomItem)({ runs: 10_000, seed: 1 })).not.toThrow()
})
