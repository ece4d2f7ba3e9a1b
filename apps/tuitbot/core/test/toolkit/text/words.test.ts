import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPhrase } from '../../../src/toolkit/text/contains-phrase.js'
import { foldText } from '../../../src/toolkit/text/fold-text.js'
import { listWords } from '../../../src/toolkit/text/list-words.js'
import { normalizeText } from '../../../src/toolkit/text/normalize-text.js'

test('text without a pile of marks is normalised as the engine does it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('NFC', 'NFKC'), (text, form) => {
      expect(normalizeText(text, form)).toBe(text.normalize(form))
    }),
    { numRuns: 2000 },
  )
})

test('around a pile of marks everything is normalised as ever', () => {
  const pile = `x${'\u0301'.repeat(200)}`
  const text = `e\u0301 ${pile} 각 e\u0301`
  expect(normalizeText(text)).toBe(text.normalize('NFC'))
})

test.each([
  ['Hello,\n\tWORLD', 'hello, world'],
  ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['he\u200bl\u00adlo\ufeff', 'hello'],
  ['don’t', "don't"],
  ['  a   b  ', 'a b'],
  ['Straße ﬁne', 'straße fine'],
])('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['(hello) world!', ['hello', 'world']],
  ["don't stop -- now...", ["don't", 'stop', 'now']],
  ['🔥🔥 ... !', []],
  ['日本語 ok', ['日本', '本語', 'ok']],
  ['東 x', ['東', 'x']],
  ['日本word。次', ['日本', 'word', '次']],
  ['สวัสดี', ['สว', 'วั', 'ัส', 'สด', 'ดี']],
  ['महात्मा गांधी', ['महात्मा', 'गांधी']],
])('the words of %j are %j', (text, words) => {
  expect(listWords(text)).toEqual(words)
})

test('words of ASCII are the same beside a letter beyond it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
      const folded = foldText(text)
      expect(listWords(`${folded} é`)).toEqual([...listWords(folded), 'é'])
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['a paycheck outcome', 'check out', false],
  ['please check out this', 'check out', true],
  ['i recommended it', 'i recommend', true],
  ['ai recommend it', 'i recommend', false],
  ['今すぐ買って', '買って', true],
  ['𐐨check out', 'check out', false],
  ['first xcheck out, then check out', 'check out', true],
  ['anything', '', false],
])('%j has the stem %j: %j', (text, phrase, expected) => {
  expect(containsPhrase(text, phrase, 'stem')).toBe(expected)
})

test.each([
  ['he said so', 'ai', false],
  ['ai-powered', 'ai', true],
  ['two databases', 'database', true],
  ['rusty', 'rust', false],
  ['c++ rules', 'c++', true],
])('%j has the word %j: %j', (text, phrase, expected) => {
  expect(containsPhrase(text, phrase, 'word')).toBe(expected)
})

test.each([
  ['punctuation after a letter', `a${'!'.repeat(300_000)}`],
  ['punctuation before a letter', `${'!'.repeat(300_000)}a`],
  ['letters and punctuation', 'a!'.repeat(150_000)],
  ['ideographs', '語'.repeat(300_000)],
  ['ideographs and letters', '語a'.repeat(300_000)],
  ['spaces', ' '.repeat(300_000)],
  ['marks', `a${'\u0301\u0316'.repeat(150_000)}`],
  ['ligatures that become eighteen letters', '\ufdfa'.repeat(100_000)],
])('a hostile text of %s is read', (_what, text) => {
  const folded = foldText(text)
  expect(listWords(folded).length).toBeGreaterThanOrEqual(0)
  expect(containsPhrase(folded, 'zz', 'stem')).toBe(false)
})
