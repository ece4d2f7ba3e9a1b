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

test('the parts without what hides are the text, in order and whole', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('@bob', '#tag', '$CASH', ' https://example.com/x ', 'a.co', '\u200b', '\u202e'),
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
    }),
  )
})
