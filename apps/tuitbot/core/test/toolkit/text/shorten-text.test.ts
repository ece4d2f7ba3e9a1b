import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenText } from '../../../src/toolkit/text/shorten-text.js'
import { weightedLength } from '../../../src/toolkit/weighted-length.js'
import { socialText } from '../social-text.js'

test.each([
  ['It fits.', 20, 'It fits.'],
  ['One. Two! Three and more.', 12, 'One. Two!'],
  ['There is no end to this', 14, 'There is no…'],
  ['Supercalifragilistic', 10, 'Supercal…'],
  ['これは長い。次の文です', 14, 'これは長い。'],
  ['Look: https://example.com/very/long/path/indeed now', 30, 'Look:…'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 5, '👨‍👩‍👧‍👦…'],
  ['see foo.community', 12, 'see…'],
  ['abc', 1, ''],
  ['hello&example.com/x?q=1&r=2=1️⃣ hello ', 31, 'hello&…'],
])('%j within %i is %j', (text, limit, shortened) => {
  expect(shortenText(text, limit)).toBe(shortened)
})

test('it fits, is a beginning of the text, and cuts nothing in two', () => {
  fc.assert(
    fc.property(socialText, fc.nat(60), (text, limit) => {
      const normal = text.normalize('NFC')
      const shortened = shortenText(text, limit)
      expect(weightedLength(shortened)).toBeLessThanOrEqual(limit)
      const start = normal.startsWith(shortened) ? shortened : shortened.slice(0, -1)
      expect(normal.startsWith(start)).toBe(true)
      expect(shortened).not.toMatch(/\p{Cs}/u)
      expect(normal.slice(start.length)).not.toMatch(/^(?:\p{M}|\u200d|\ufe0f)/u)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['marks', `a${'\u0301\u0316'.repeat(150_000)}`],
  ['letters', 'a'.repeat(300_000)],
  ['links', 'a.co '.repeat(50_000)],
  ['joiners', '😀\u200d'.repeat(300_000)],
])('a hostile text of %s is cut', (_what, text) => {
  expect(weightedLength(shortenText(text))).toBeLessThanOrEqual(280)
})
