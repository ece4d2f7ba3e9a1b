import { expect, test } from 'vitest'
import { isTag, uniqueTags } from '../src/tag-utilities.js'

test.each(['a', 'read-only', 'v2', 'größe', 'हिन्दी', 'ที่', 'データ', 'العربية', 'tiếng-việt'])(
  '%s is a tag',
  (text) => {
    expect(isTag(text)).toBe(true)
  },
)

test.each([
  '',
  'A',
  'read only',
  'read_only',
  '-a',
  'a-',
  'a--b',
  '\u0301a',
  'a-\u0301',
  'a\u200Db',
  1,
])('%j is no tag', (value) => {
  expect(isTag(value)).toBe(false)
})

test('a tag is at most 64 characters long', () => {
  expect([isTag('a'.repeat(64)), isTag('a'.repeat(65))]).toEqual([true, false])
})

test('tags stand once, where they first stood', () => {
  expect(uniqueTags(['b', 'a', 'b'])).toEqual(['b', 'a'])
})
