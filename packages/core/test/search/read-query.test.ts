import { expect, test } from 'vitest'
import { readQuery } from '../../src/search/read-query.js'
import { createSearchIndex } from '../../src/search/search-index.js'
import { createVocabulary, type ReadWord, type Vocabulary } from '../../src/search/vocabulary.js'
import { defineTool } from '../../src/tool-definition.js'
import { makeWorkplace } from '../fixtures/workplace.js'

test('a word that is asked for often is read once', () => {
  const asked: string[] = []
  readQuery('zebra '.repeat(100), spy(asked))
  expect(asked).toEqual(['zebra'])
})

test('of a query without end only the beginning is read', () => {
  const asked: string[] = []
  readQuery(Array.from({ length: 50_000 }, (_, at) => `word${at}x`).join(' '), spy(asked))
  expect(asked.length).toBeLessThan(200)
})

test.each([
  ['YouTube', ['youtub', 'tube'], ['youtub', 'tube']],
  ['YouTube', ['youtub'], ['youtub']],
  ['YouTube', ['tube'], ['tube']],
  ['YouTueb', ['youtub', 'tube'], ['youtueb']],
  ['YouTube', ['other'], ['tube']],
  ['scheduleTweets', ['schedul', 'tweet'], ['schedul', 'tweet']],
])('%s, where tools say %j, is read as %j', (query, words, read) => {
  const vocabulary = createVocabulary(() => 1)
  for (const word of words) vocabulary.add(word)
  expect(readQuery(query, vocabulary).map(({ asked }) => asked)).toEqual(read)
})

test.each([
  ['a word of 200,000 letters', 'a'.repeat(199_999) + 'c'],
  ['an unknown word 200,000 times', 'zzebra '.repeat(200_000)],
  ['a million combining marks', `e${'\u0301\u0323'.repeat(500_000)}`],
  ['a million letters', 'x'.repeat(1_000_000)],
])('%s is answered before the test runs out of time', (_, query) => {
  const index = createSearchIndex([
    ...makeWorkplace({ plain: true }),
    defineTool({ name: 'long', description: `${'a'.repeat(20_000)} ${'b '.repeat(22_000)}` }),
  ])
  expect(index.search(query).kind).toBe('none')
})

function spy(asked: string[]): Vocabulary {
  return {
    add: () => 0,
    find: () => undefined,
    read(word): ReadWord {
      asked.push(word)
      return { asked: word, means: [] }
    },
  }
}
