import { findKeywords } from './keywords.js'
import {
  contentSignal,
  engagementSignal,
  followerSignal,
  keywordSignal,
  recencySignal,
  replySignal,
} from './signals.js'

/** What is known of a post without asking anyone. */
export interface ScoringInput {
  readonly text: string
  readonly createdAt: string
  readonly likes: number
  readonly retweets: number
  readonly replies: number
  readonly authorFollowers: number
  readonly hasMedia: boolean
  readonly isQuote: boolean
}

export interface Signals {
  readonly keywordRelevance: number
  readonly follower: number
  readonly recency: number
  readonly engagement: number
  readonly replyCount: number
  readonly contentType: number
}

export interface ScoringConfig {
  readonly keywords: readonly string[]
  /** From how many points on a post is worth an answer, 0 to 100. */
  readonly threshold: number
  /** The full marks of each signal. */
  readonly maxima: Signals
}

export interface TweetScore {
  readonly total: number
  readonly signals: Signals
  readonly matchedKeywords: readonly string[]
  readonly meetsThreshold: boolean
}

export const DEFAULT_THRESHOLD = 60

export const DEFAULT_MAXIMA: Signals = {
  keywordRelevance: 25,
  follower: 15,
  recency: 10,
  engagement: 15,
  replyCount: 15,
  contentType: 10,
}

/** How much a post is worth answering, 0 to 100, by six signals. A keyword more never lowers it. */
export function scoreTweet(tweet: ScoringInput, config: ScoringConfig, now: Date): TweetScore {
  const { maxima } = config
  const matchedKeywords = findKeywords(tweet.text, config.keywords)
  const reactions = tweet.likes + tweet.retweets + tweet.replies
  const signals: Signals = {
    keywordRelevance: keywordSignal(matchedKeywords) * maxima.keywordRelevance,
    follower: followerSignal(tweet.authorFollowers) * maxima.follower,
    recency: recencySignal(tweet.createdAt, now) * maxima.recency,
    engagement: engagementSignal(reactions, tweet.authorFollowers) * maxima.engagement,
    replyCount: replySignal(tweet.replies) * maxima.replyCount,
    contentType: contentSignal(!tweet.hasMedia && !tweet.isQuote) * maxima.contentType,
  }
  const sum = Object.values(signals).reduce((total, points) => total + points, 0)
  const total = Math.min(100, Math.max(0, sum))
  return { total, signals, matchedKeywords, meetsThreshold: total >= config.threshold }
}
