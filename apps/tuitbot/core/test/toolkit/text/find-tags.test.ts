import { expect, test } from 'vitest'
import { findTags } from '../../../src/toolkit/text/find-tags.js'

const names = (tags: ReadonlyArray<{ readonly name: string }>) => tags.map(({ name }) => name)

test.each([
  ['mention @user_name and @12345', ['user_name', '12345']],
  ['の@usernameに到着を待っている', ['username']],
  ['Current Status: @_@ (cc: @username)', ['username']],
  ['@aliceìnheiro something', []],
  ['@username email me @test@example.com', ['username']],
  ['@http://twitter.com', []],
  ['RT@username rt:@mention Rt @test', ['username', 'mention', 'test']],
  ['f!@kn f@@kn f#@kn f$@kn f%@kn f&@kn f*@kn', []],
  ['＠username', ['username']],
  ['https://medium.com/@alice/post', []],
  ['(@alice), .@bob -@carol', ['alice', 'bob', 'carol']],
])('in %j the mentions are %j', (text, mentions) => {
  expect(names(findTags(text).mentions)).toEqual(mentions)
})

test.each([
  ['a #hashtag, #1st and #that1time', ['hashtag', '1st', 'that1time']],
  ['On the #16 bus, #_ #1_2', []],
  ['(#a1 )#b2 ’#c3', ['a1', 'b2', 'c3']],
  ['#트위터 #ашок #漢字 #महात्मा', ['트위터', 'ашок', '漢字', 'महात्मा']],
  ['日本語#日本語 a#b &#c', []],
  ['#http://twitter.com twitter.com/#hashtag', []],
  ['#️⃣ #a#b', []],
  ['❤️#love', ['love']],
])('in %j the hashtags are %j', (text, hashtags) => {
  expect(names(findTags(text).hashtags)).toEqual(hashtags)
})

test.each([
  ['$TSLA, $brk.b and $A', ['TSLA', 'brk.b', 'A']],
  ['$5.99 US$ $TOOLONGX a$TSLA', []],
])('in %j the cashtags are %j', (text, cashtags) => {
  expect(names(findTags(text).cashtags)).toEqual(cashtags)
})

test.each([
  ['at signs', '@'.repeat(300_000)],
  ['mentions', '@a '.repeat(300_000)],
  ['hash signs', '#'.repeat(300_000)],
  ['numbers after a hash sign', `#${'1'.repeat(300_000)}`],
  ['letters between hash signs', `#${'a'.repeat(300_000)}#`],
  ['hashtags of one letter', '#a'.repeat(150_000)],
  ['dollar signs', ' $'.repeat(150_000)],
  ['links and mentions', 'a.co @b '.repeat(100_000)],
])('a hostile text of %s is read', (_what, text) => {
  expect(findTags(text).cashtags).toEqual([])
})
