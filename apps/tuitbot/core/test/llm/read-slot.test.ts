import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSlot } from '../../src/llm/read-slot.js'
import { weightedLength } from '../../src/toolkit/weighted-length.js'

const limits = { maxLength: 30, lengthOf: (text: string) => text.length }

test('what fits is taken as it is', () => {
  expect(read(' It does, e.g. on trains. \n')).toEqual({
    kind: 'text',
    text: 'It does, e.g. on trains.',
    shortened: false,
  })
  expect(read('no full stop at the end')).toMatchObject({ kind: 'text', shortened: false })
})

test('quotation marks around the whole are not part of it', () => {
  expect(read('"It does."')).toMatchObject({ text: 'It does.' })
  expect(read('“It does.”')).toMatchObject({ text: 'It does.' })
  expect(read('"Yes" is "no"')).toMatchObject({ text: '"Yes" is "no"' })
})

test.each(['', '  \n ', '""', '“ ”'])('%j is nothing', (text) => {
  expect(read(text)).toEqual({ kind: 'unusable', reason: 'empty' })
})

test('what is too long ends with its last whole sentence that fits', () => {
  expect(read('It does. Even on trains! And elsewhere too, if you ask.')).toEqual({
    kind: 'text',
    text: 'It does. Even on trains!',
    shortened: true,
  })
  expect(
    read('動きます。電車の中でも。そして他の場所でも、いつでもどこでも動きますよ。'),
  ).toMatchObject({
    text: '動きます。電車の中でも。',
  })
})

test('a sentence is never cut', () => {
  expect(read('This one sentence goes on and on without an end. Short.')).toEqual({
    kind: 'unusable',
    reason: 'too_long',
  })
})

test('the sentence in which an answer ran out of room is left out', () => {
  expect(read('It does. Even on', 'length')).toMatchObject({ text: 'It does.', shortened: true })
  expect(read('It does.', 'length')).toMatchObject({ text: 'It does.', shortened: false })
  expect(read('Even on', 'length')).toEqual({ kind: 'unusable', reason: 'unfinished' })
})

test('length is what the place it goes to says it is', () => {
  const text = 'See https://example.com/a/very/long/path/that/counts/as/little. It helps.'

  expect(
    readSlot({ text, finish: 'stop' }, { maxLength: 45, lengthOf: weightedLength }),
  ).toMatchObject({
    text,
    shortened: false,
  })
})

test('what is taken fits, is not empty, and is how the answer begins', () => {
  const sentence = fc.tuple(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('. ', '! ', '? ', '。', '\n', ''),
  )
  fc.assert(
    fc.property(
      fc.array(sentence),
      fc.nat(100),
      fc.constantFrom('stop' as const, 'length' as const),
      (parts, maxLength, finish) => {
        const text = parts.flat().join('')
        const slot = readSlot({ text, finish }, { maxLength, lengthOf: weightedLength })
        const taken = slot.kind === 'text' ? slot.text : undefined
        expect(
          taken === undefined || (taken.trim() !== '' && weightedLength(taken) <= maxLength),
        ).toBe(true)
        expect(text).toContain(taken ?? '')
      },
    ),
  )
})

test('a very long answer is read like any other', () => {
  expect(read('a'.repeat(1_000_000))).toEqual({ kind: 'unusable', reason: 'too_long' })
  expect(read('It does. '.repeat(100_000))).toMatchObject({ text: 'It does. It does. It does.' })
})

function read(text: string, finish: 'stop' | 'length' = 'stop') {
  return readSlot({ text, finish }, limits)
}
