import { expect, test } from 'vitest'
import { rankTopics } from '../../../src/toolkit/profile/rank-topics.js'

test('a topic counts once a text, the most frequent first, then by the alphabet', () => {
  const { words } = rankTopics(['sqlite sqlite zebra', 'SQLite and apple', 'apple'])
  expect(words).toEqual([
    ['apple', 2],
    ['sqlite', 2],
    ['zebra', 1],
  ])
})

test('names, tags, links, numbers and words that say nothing are no words', () => {
  const { words, hashtags } = rankTopics(['@alice the #topic at example.com/path costs 2026 $TSLA'])
  expect(words).toEqual([['costs', 1]])
  expect(hashtags).toEqual([['topic', 1]])
})
