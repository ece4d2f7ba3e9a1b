import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toParts } from '../../src/views/to-parts.js'

test('links, mentions and tags are told apart from the rest', () => {
  expect(toParts('hi @bob, $TSLA and #ship at example.com/a?b=@c')).toEqual([
    { kind: 'text', text: 'hi ' },
    { kind: 'mention', text: '@bob' },
    { kind: 'text', text: ', ' },
    { kind: 'cashtag', text: '$TSLA' },
    { kind: 'text', text: ' and ' },
    { kind: 'hashtag', text: '#ship' },
    { kind: 'text', text: ' at ' },
    { kind: 'link', text: 'example.com/a?b=@c' },
  ])
})

test('what nobody would see is named', () => {
  expect(toParts('pay\u202Eeno\u200Bnow')).toEqual([
    { kind: 'text', text: 'pay' },
    { kind: 'hidden', text: 'U+202E' },
    { kind: 'text', text: 'eno' },
    { kind: 'hidden', text: 'U+200B' },
    { kind: 'text', text: 'now' },
  ])
})

test('an emoji made of several is left whole, also beside what hides', () => {
  expect(toParts('👩‍👩‍👧 \u202E')).toEqual([
    { kind: 'text', text: '👩‍👩‍👧 ' },
    { kind: 'hidden', text: 'U+202E' },
  ])
})

test('nothing hides in a link or in a tag either', () => {
  expect(toParts('https://exam\u200bple.com #a\ufe0fb')).toEqual([
    { kind: 'link', text: 'https://exam' },
    { kind: 'hidden', text: 'U+200B' },
    { kind: 'link', text: 'ple.com' },
    { kind: 'text', text: ' ' },
    { kind: 'hashtag', text: '#a' },
    { kind: 'hidden', text: 'U+FE0F' },
    { kind: 'hashtag', text: 'b' },
  ])
})

test('a joiner within a word belongs to it, also beside what hides', () => {
  expect(toParts('می\u200cخواهم \u202e')).toEqual([
    { kind: 'text', text: 'می\u200cخواهم ' },
    { kind: 'hidden', text: 'U+202E' },
  ])
})

test('the parts without what hides are the text, in order and whole', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '@bob',
      '#tag',
      '$CASH',
      ' https://example.com/x ',
      'a.co',
      '\u200b',
      '\u202e',
      '\u200d',
      '\ufeff',
      '\ufe0f',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('').normalize('NFC')
      const joined = toParts(text).map((part) =>
        part.kind === 'hidden'
          ? String.fromCodePoint(Number(`0x${part.text.slice(2)}`))
          : part.text,
      )
      expect(joined.join('')).toBe(text)
      expect(joined).not.toContain('')
      const shown = toParts(text).map((part) => part.text)
      expect(shown.join('')).not.toMatch(/[\p{Bidi_Control}\u200b\ufeff]/u)
    }),
  )
})
