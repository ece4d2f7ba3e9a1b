import { expect, test } from 'vitest'
import { toGeminiTools } from '@armorer/adapters-gemini'
import {
  argumentsComeBack,
  findSilentLosses,
  listLosses,
  madeUpSchemasComeBack,
} from '../adapter-laws.js'
import { corpus } from '../corpus.js'
import { findOutsideGemini } from './subset.js'
import { gemini } from './targets.js'

test('every valid input comes back as it was', () => {
  expect(() => argumentsComeBack(gemini)({ runs: 60, seed: 1 })).not.toThrow()
})

test('so does every input of schemas that are made up', () => {
  expect(() => madeUpSchemasComeBack(gemini)({ runs: 15, seed: 1 })).not.toThrow()
})

test('nothing is lost in silence', () => {
  expect(findSilentLosses(gemini, { runs: 200, seed: 1 })).toEqual([])
})

test('what is lost is what was lost before', async () => {
  await expect(`${listLosses(gemini)}\n`).toMatchFileSnapshot('losses/gemini.txt')
})

test('every schema is within what Gemini documents', () => {
  const outside = corpus.flatMap(({ name, definition }) => {
    const [tool] = toGeminiTools([definition]).tools
    const { parameters } = tool?.functionDeclarations[0] ?? {}
    // One that takes nothing says nothing.
    const problems = parameters === undefined ? [] : findOutsideGemini(parameters)
    return problems.map((problem) => `${name}: ${problem}`)
  })
  expect(outside).toEqual([])
})
