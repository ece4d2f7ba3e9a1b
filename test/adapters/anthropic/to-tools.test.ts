import { expect, test } from 'vitest'
import { argumentsComeBack, compileCorpus, findSilentLosses, listLosses } from '../adapter-laws.js'
import { findOutsideAnthropic } from './subset.js'
import { anthropic } from './targets.js'

test('every valid input comes back as it was', () => {
  expect(() => argumentsComeBack(anthropic)({ runs: 60, seed: 1 })).not.toThrow()
})

test('nothing is lost in silence', () => {
  expect(findSilentLosses(anthropic, { runs: 200, seed: 1 })).toEqual([])
})

test('what is lost is what was lost before', async () => {
  await expect(`${listLosses(anthropic)}\n`).toMatchFileSnapshot('losses/anthropic.txt')
})

test('every schema is within what Anthropic documents', () => {
  const outside = compileCorpus(anthropic).flatMap(({ tool, parameters }) =>
    findOutsideAnthropic(parameters).map((problem) => `${tool.name}: ${problem}`),
  )
  expect(outside).toEqual([])
})
