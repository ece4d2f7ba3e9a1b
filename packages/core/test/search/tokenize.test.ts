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
  ['combining marks', `e${'\u0301\u0323'.repeat(600_000)}`],
  ['marks alone', '\u0301\u0323'.repeat(600_000)],
  ['humps', 'aB'.repeat(320_000)],
  ['plain words', 'some words '.repeat(58_000)],
  ['words with an accent', 'cafés and words '.repeat(40_000)],
  ['one run of characters', '天気予報'.repeat(160_000)],
])('640,000 characters or more of %s are cut before the test runs out of time', (_, text) => {
  expect(tokenize(text).every((token) => token !== '')).toBe(true)
})
