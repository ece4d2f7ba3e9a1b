import { expect, test } from 'vitest'
import { isTooDeep } from '../src/json-depth.js'

test.each([
  ['objects', (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
  ['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
])('%s nest sixty-four deep, and no deeper', (_kind, nest) => {
  expect(isTooDeep(JSON.parse(nest(64)))).toBe(false)
  expect(isTooDeep(JSON.parse(nest(65)))).toBe(true)
})
