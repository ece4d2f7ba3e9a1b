import { expect, test } from 'vitest'
import { setInToml } from '../../src/demo/set-in-toml.js'

const PLACE = { section: 'people', key: 'others' }

test.each([
  [
    'in its place',
    'a = 1\n[people]\nothers = ["x"] # old\nyou = "b"\n',
    'a = 1\n[people]\nothers = 2\nyou = "b"\n',
  ],
  [
    'in its section',
    '[people]\nyou = "b"\n[x]\nothers = 1\n',
    '[people]\nothers = 2\nyou = "b"\n[x]\nothers = 1\n',
  ],
  ['at the end', '[x]\nothers = 1\n', '[x]\nothers = 1\n\n[people]\nothers = 2\n'],
])('a value is put %s', (_, before, after) => {
  expect(setInToml(before, PLACE, '2')).toBe(after)
})
