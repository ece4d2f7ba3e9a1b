import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findKeywords, listKeywords } from '../../../src/toolkit/scoring/keywords.js'
import {
  DEFAULT_MAXIMA,
  DEFAULT_THRESHOLD,
  scoreTweet,
  type ScoringConfig,
  type ScoringInput,
} from '../../../src/toolkit/scoring/score-tweet.js'
import * as signals from '../../../src/toolkit/scoring/signals.js'

const now = new Date('2026-09-01T12:00:00Z')
const config: ScoringConfig = {
  keywords: ['rust', 'build in public'],
  threshold: DEFAULT_THRESHOLD,
  maxima: DEFAULT_MAXIMA,
}
const tweet: ScoringInput = {
  text: 'Learning Rust, and I #BuildInPublic',
  createdAt: '2026-09-01T11:58:00Z',
  likes: 40,
  retweets: 5,
  replies: 5,
  authorFollowers: 1000,
  hasMedia: false,
  isQuote: false,
}

test('a post with everything but an empty conversation scores all but a quarter of one signal', () => {
  const score = scoreTweet(tweet, config, now)
  expect(score).toEqual({
    total: 86.25,
    signals: {
      keywordRelevance: 25,
      follower: 15,
      recency: 10,
      engagement: 15,
      replyCount: 11.25,
      contentType: 10,
    },
    matchedKeywords: ['rust', 'build in public'],
    meetsThreshold: true,
  })
})

test('the threshold itself is enough', () => {
  expect(scoreTweet(tweet, { ...config, threshold: 86.25 }, now).meetsThreshold).toBe(true)
  expect(scoreTweet(tweet, { ...config, threshold: 86.26 }, now).meetsThreshold).toBe(false)
})

test.each([
  [0, 0],
  [50, 0.25],
  [100, 0.5],
  [550, 0.75],
  [1000, 1],
  [10_000, 1],
  [55_000, 0.625],
  [100_000, 0.25],
  [5_000_000, 0.25],
])('%i followers are worth %d', (followers, expected) => {
  expect(signals.followerSignal(followers)).toBe(expected)
})

test.each([
  [-10, 1],
  [0, 1],
  [5, 1],
  [30, 0.8],
  [60, 0.5],
  [360, 0.25],
  [361, 0],
  [100_000, 0],
])('a post of %i minutes is worth %d', (minutes, expected) => {
  const createdAt = new Date(now.getTime() - minutes * 60_000).toISOString()
  expect(signals.recencySignal(createdAt, now)).toBeCloseTo(expected, 10)
})

test('a date that is none is worth nothing', () => {
  expect(signals.recencySignal('yesterday', now)).toBe(0)
})

test.each([
  [0, 1],
  [5, 0.75],
  [19, 0.05],
  [20, 0],
  [500, 0],
])('%i replies are worth %d', (replies, expected) => {
  expect(signals.replySignal(replies)).toBeCloseTo(expected, 10)
})

test('one in twenty followers is full engagement', () => {
  expect(signals.engagementSignal(25, 1000)).toBe(0.5)
  expect(signals.engagementSignal(50, 1000)).toBe(1)
  expect(signals.engagementSignal(3, 0)).toBe(1)
})

test.each([
  [[], 0],
  [['rust'], 1 / 3],
  [['build in public'], 2 / 3],
  [['rust', 'build in public'], 1],
  [['a', 'b', 'c', 'd'], 1],
])('the keywords %j are worth %d', (found, expected) => {
  expect(signals.keywordSignal(found)).toBe(expected)
})

test('media or a quote costs the marks for plain text', () => {
  expect(scoreTweet({ ...tweet, hasMedia: true }, config, now).signals.contentType).toBe(0)
  expect(scoreTweet({ ...tweet, isQuote: true }, config, now).signals.contentType).toBe(0)
})

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(Infinity, -Infinity, Number.NaN),
)
const anyTweet: fc.Arbitrary<ScoringInput> = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  createdAt: fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  likes: anyNumber,
  retweets: anyNumber,
  replies: anyNumber,
  authorFollowers: anyNumber,
  hasMedia: fc.boolean(),
  isQuote: fc.boolean(),
})

test('every signal lies between nothing and its full marks, and the total between 0 and 100', () => {
  const full = fc.double({ min: 0, max: 100, noNaN: true })
  const maxima = fc.record({
    keywordRelevance: full,
    follower: full,
    recency: full,
    engagement: full,
    replyCount: full,
    contentType: full,
  })
  fc.assert(
    fc.property(
      anyTweet,
      maxima,
      fc.array(fc.string(), { maxLength: 5 }),
      (input, limits, keywords) => {
        const score = scoreTweet(input, { keywords, threshold: 60, maxima: limits }, now)
        for (const [name, points] of Object.entries(score.signals)) {
          expect(points).toBeGreaterThanOrEqual(0)
          expect(points).toBeLessThanOrEqual(Reflect.get(limits, name))
        }
        expect(score.total).toBeGreaterThanOrEqual(0)
        expect(score.total).toBeLessThanOrEqual(100)
        expect(score.meetsThreshold).toBe(score.total >= 60)
      },
    ),
    { numRuns: 2000 },
  )
})

test('more keywords never lower a score', () => {
  const keyword = fc.constantFrom(
    'rust',
    'go',
    'build in public',
    'sqlite',
    'postgres',
    'x',
    '',
    'RUST ',
  )
  fc.assert(
    fc.property(
      fc.array(keyword),
      fc.array(keyword),
      fc.array(keyword),
      (inText, keywords, more) => {
        const input = { ...tweet, text: inText.join(' ') }
        const few = scoreTweet(input, { ...config, keywords }, now)
        const many = scoreTweet(input, { ...config, keywords: [...keywords, ...more] }, now)
        expect(many.total).toBeGreaterThanOrEqual(few.total)
      },
    ),
    { numRuns: 1000 },
  )
})

test('fresher posts, and those with fewer replies, never score lower', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
      expect(signals.recencySignal(at(less), now)).toBeGreaterThanOrEqual(
        signals.recencySignal(at(more), now),
      )
      expect(signals.replySignal(less)).toBeGreaterThanOrEqual(signals.replySignal(more))
    }),
  )
})

test('keywords are found as words, each once, as they were written', () => {
  expect(
    findKeywords('He said AI, ai-first and databases', ['AI', 'ai ', 'database', 'base', '']),
  ).toEqual(['AI', 'database'])
})

test('there is one list of keywords, without doubles', () => {
  const subjects = {
    productKeywords: ['Tuitbot', 'x growth'],
    competitorKeywords: ['tuitbot ', 'Other'],
    industryTopics: ['SaaS', ''],
  }
  expect(listKeywords(subjects)).toEqual(['Tuitbot', 'x growth', 'Other', 'SaaS'])
})
