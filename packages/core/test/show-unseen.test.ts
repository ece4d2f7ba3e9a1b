import { expect, test } from 'vitest'
import { showUnseen } from '../src/index.js'

test.each([
  ['a\u202Eb', 'a[U+202E]b'],
  ['a\u200Bb\u2060', 'a[U+200B]b[U+2060]'],
  ['\u3164\u2800\u00AD', '[U+3164][U+2800][U+00AD]'],
  ['a\u{E0041}', 'a[U+E0041]'],
  ['\u001B[2J\u009B', '[U+001B][2J[U+009B]'],
  ['a\uFE01❤\uFE0F\uFE0F', 'a[U+FE01]❤\uFE0F[U+FE0F]'],
  ['half: \uD83D', 'half: [U+D83D]'],
])('what is not seen is shown by its number: %j', (text, shown) => {
  expect(showUnseen(text)).toBe(shown)
})

test.each(['Grüße,\n\tЖ 日本語 שלום عربى', '😀 ❤️ 1️⃣ 🇦🇹', '[U+202E]'])(
  '%j stays as it is',
  (text) => {
    expect(showUnseen(text)).toBe(text)
  },
)

test('or as the caller likes', () => {
  expect(showUnseen('a\u200B', () => '?')).toBe('a?')
})
