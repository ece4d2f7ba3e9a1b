import { weightedLength } from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['', 0],
  ['This is a test.', 15],
  ['é', 1],
  ['e\u0301', 1],
  ['日本', 4],
  ['\u1100', 2],
  ['\u10ff', 1],
  ['“quoted” – so', 13],
  ['http://test.com', 23],
  ['test.com', 23],
  ['Test https://test.com test https://test.com test.com test', 86],
  [`https://example.com/${'a'.repeat(300)}`, 23],
  ['\u{10000}\u{10ffff}', 4],
  ['😀', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['👋🏽', 2],
  ['🫱🏽‍🫲🏿', 2],
  ['🏽', 2],
  ['💻🏽', 4],
  ['★\ufe0f', 4],
  ['👩\u{e0067}\u{e007f}', 6],
  ['🇦🇹', 2],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['#', 1],
  ['©', 1],
  ['©️', 2],
  ['a😀b', 4],
  ['한국어', 6],
])('%j weighs %i', (text, weight) => {
  expect(weightedLength(text)).toBe(weight)
})

test('composed and decomposed letters weigh the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(weightedLength(text.normalize('NFD'))).toBe(weightedLength(text.normalize('NFC')))
    }),
    { numRuns: 2000 },
  )
})

test('a text weighs at least nothing and at most twice its code points and twenty-three a link', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const weight = weightedLength(text)
      expect(weight).toBeGreaterThanOrEqual(0)
      expect(weight).toBeLessThanOrEqual(Array.from(text.normalize('NFC')).length * 23)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  // What says that it is encoded has a host in ASCII, or it is no address.
  ['HTTPS://xn--80ak6aa92e.com-☃.net', 33],
  ['HTTPS://xn--80ak6aa92e.com-例え.jp', 34],
  // X reads on from the second half of the first emoji, and the label is too long with it.
  ['🫱🏽‍🫲🏿😀می‌خواهمのhello-example.com', 31],
  ['می‌خواهمのhello-example.com', 33],
])('%s weighs %i', (text, weight) => {
  expect(weightedLength(text)).toBe(weight)
})
