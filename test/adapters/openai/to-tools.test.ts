import { expect, test } from 'vitest'
import {
  argumentsComeBack,
  compileCorpus,
  findSilentLosses,
  listLosses,
  madeUpSchemasComeBack,
} from '../adapter-laws.js'
import { findOutsideStrict, findUnfitRoot } from './subset.js'
import { chat, responses } from './targets.js'

test.each([chat, responses])('$name: every valid input comes back as it was', (target) => {
  expect(() => argumentsComeBack(target)({ runs: 60, seed: 1 })).not.toThrow()
})

test('in strict mode so does every input of schemas that are made up', () => {
  expect(() => madeUpSchemasComeBack(responses)({ runs: 15, seed: 1 })).not.toThrow()
})

test.each([chat, responses])('$name: nothing is lost in silence', (target) => {
  expect(findSilentLosses(target, { runs: 200, seed: 1 })).toEqual([])
})

test.each([chat, responses])('$name: what is lost is what was lost before', async (target) => {
  await expect(`${listLosses(target)}\n`).toMatchFileSnapshot(`losses/${target.name}.txt`)
})

test('every strict schema is within what OpenAI documents', () => {
  const outside = compileCorpus(responses).flatMap(({ tool, parameters }) =>
    findOutsideStrict(parameters).map((problem) => `${tool.name}: ${problem}`),
  )
  expect(outside).toEqual([])
})

test('every other schema has a root that OpenAI takes', () => {
  const outside = compileCorpus(chat).flatMap(({ tool, parameters }) =>
    findUnfitRoot(parameters).map((problem) => `${tool.name}: ${problem}`),
  )
  expect(outside).toEqual([])
})
