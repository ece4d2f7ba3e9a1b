import { expect, test } from 'vitest'
import { mendWord } from '../../src/search/mend-word.js'

test('a beginning means the words it begins, the shortest first', () => {
  expect(mend('cust', { custodian: 3, custom: 1, customer: 1, cut: 9 })).toEqual([
    'custom',
    'customer',
    'custodian',
  ])
})

test('of words as near, what more tools say comes first, and then the alphabet', () => {
  expect(mend('repor', { reportc: 1, reportd: 2, reportb: 1 })).toEqual([
    'reportd',
    'reportb',
    'reportc',
  ])
})

test('no more than six words are meant', () => {
  const words = { repa: 1, repb: 1, repc: 1, repd: 1, repe: 1, repf: 1, repg: 1 }
  expect(mend('rep', words)).toEqual(['repa', 'repb', 'repc', 'repd', 'repe', 'repf'])
})

test('words that no tool has any more are not meant', () => {
  expect(mend('refu', { refund: 0, refute: 1 })).toEqual(['refute'])
  expect(mend('refnud', { refund: 0 })).toEqual([])
})

test('where one slip explains a word, two are not thought of', () => {
  expect(mend('documnet', { documents: 5, document: 1 })).toEqual(['document'])
  expect(mend('documnet', { document: 1, documents: 5 })).toEqual(['document'])
  expect(mend('documnte', { documents: 5 })).toEqual(['documents'])
})

test('the first two letters may have changed places', () => {
  expect(mend('erfund', { refund: 1, rarely: 1 })).toEqual(['refund'])
})

test('short words are not guessed at', () => {
  expect(mend('re', { refund: 1 })).toEqual([])
  expect(mend('rfe', { ref: 1 })).toEqual([])
})

/** The words of an index, each with how many tools have it. */
function mend(word: string, words: Readonly<Record<string, number>>): string[] {
  const all = Object.entries(words).map(([one, tools], term) => ({ word: one, term, tools }))
  return mendWord(word, {
    listStarting: (letter) => all.filter((one) => one.word.charCodeAt(0) === letter),
    countTools: (term) => all[term]?.tools ?? 0,
  }).map((meaning) => meaning.word)
}
