import { expect, test } from 'vitest'
import { damagedFilesAreReadOrRefused } from './config-laws.js'
import { GOOD_FILES } from './good-files.js'
import { listProblems, loadGood } from './load.js'

test('the files of the corpus are good', () => {
  for (const file of GOOD_FILES) expect(listProblems(file)).toEqual([])
})

test('two thousand damaged files are read or refused, never anything else', () => {
  const { ok, invalid } = damagedFilesAreReadOrRefused({ runs: 2_000, seed: 8 })

  // The law holds of both only if there are both.
  expect(ok).toBeGreaterThan(200)
  expect(invalid).toBeGreaterThan(200)
})

test('names that every object has are no settings', () => {
  const toml = '__proto__ = 1\nconstructor = 2\ntoString = 3\n[limits]\nhasOwnProperty = 4\n'

  expect(listProblems(toml)).toEqual([
    '1:1: __proto__ is not a setting',
    '2:1: constructor is not a setting',
    '3:1: toString is not a setting',
    '5:1: limits.hasOwnProperty is not a setting',
  ])
  const inherited = listProblems('["__proto__"]\nmode = "composer"\n')
  expect(inherited).toEqual(['1:2: __proto__ is not a setting'])
  expect(loadGood('').config.mode).toBe('autopilot')
})

test('a name is shown short, and without what a terminal would obey', () => {
  const [control] = listProblems('"\\u001b[31m\\u202e\\u009b" = 1')
  const [long] = listProblems(`${'a'.repeat(100_000)} = 1`)

  expect(control).toMatch(/^1:1: [\p{L}\p{P}\p{S}\p{N} ]+$/u)
  expect(long?.length).toBeLessThan(200)
})

test('a file of many mistakes is told in full', () => {
  const toml = Array.from({ length: 5_000 }, (_, index) => `wrong_${index} = ${index}`).join('\n')

  const problems = listProblems(toml)

  expect(problems).toHaveLength(5_000)
  expect(problems.at(-1)).toMatch(/^5000:1: wrong_4999 is not a setting/)
})

test('what lies deeper than any setting is refused before it is read', () => {
  expect(listProblems(`mode = ${'['.repeat(100_000)}`)).toHaveLength(1)
  expect(listProblems(`[${'a.'.repeat(100_000)}a]`)).toHaveLength(1)
})
