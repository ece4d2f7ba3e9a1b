import { expect, test } from 'vitest'
import { listForms, tokenize } from '../../src/search/tokenize.js'

test.each([
  ['post_tweet', ['post', 'tweet']],
  ['postTweets', ['post', 'tweet', 'posttweet']],
  ['HTTPServer', ['http', 'server', 'httpserver']],
  ['YouTube', ['you', 'tube', 'youtub']],
  ['URLs, IDs and APIs', ['url', 'id', 'and', 'api']],
  ['userIDs', ['user', 'id', 'userid']],
  ['SQL', ['sql']],
  ['ÄndereDieGröße', ['ander', 'die', 'gross', 'anderediegross']],
  ['Gmailで送信', ['gmail', 'で送', '送信', 'で', '送', '信']],
  ['メール', ['メー', 'ール', 'メ', 'ー', 'ル']],
  ['税', ['税']],
])('%s is found by %j', (text, words) => {
  expect(tokenize(text).flatMap(listForms)).toEqual(words)
})

test('a word is no longer than words are', () => {
  expect(tokenize('x'.repeat(20_000))).toEqual(['x'.repeat(64)])
  expect(tokenize(`ü${'x'.repeat(20_000)}`)).toEqual([`u${'x'.repeat(63)}`])
})

test.each([
  ['combining marks', `e${'\u0301\u0323'.repeat(60_000)}`],
  ['marks alone', '\u0301\u0323'.repeat(60_000)],
  ['humps', 'aB'.repeat(32_000)],
  ['plain words', 'some words '.repeat(5_800)],
  ['words with an accent', 'cafés and words '.repeat(4_000)],
  ['one run of characters', '天気予報'.repeat(16_000)],
])('64,000 characters or more of %s are cut in no time', (_, text) => {
  const start = performance.now()
  tokenize(text)
  expect(performance.now() - start).toBeLessThan(500)
})
