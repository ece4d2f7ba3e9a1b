import { type Page, type Post, type User } from '@tuitbot/core'
import { z } from 'zod'
import { type Meta } from './envelope.js'

const count = z.number().exactOptional()

export const tweetSchema = z.object({
  id: z.string(),
  text: z.string(),
  author_id: z.string().exactOptional(),
  created_at: z.string().exactOptional(),
  conversation_id: z.string().exactOptional(),
  public_metrics: z
    .object({
      retweet_count: z.number(),
      reply_count: z.number(),
      like_count: z.number(),
      quote_count: z.number(),
      impression_count: count,
      bookmark_count: count,
    })
    .exactOptional(),
})

export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  description: z.string().exactOptional(),
  public_metrics: z
    .object({ followers_count: z.number(), following_count: z.number(), tweet_count: z.number() })
    .exactOptional(),
})

export const tweetPageSchema = z.object({
  data: z.array(tweetSchema),
  includes: z.object({ users: z.array(userSchema) }).exactOptional(),
  meta: z.object({
    newest_id: z.string().exactOptional(),
    oldest_id: z.string().exactOptional(),
    result_count: z.number(),
    next_token: z.string().exactOptional(),
  }),
})

/** A post in X's own names. */
export function toTweet(post: Post): z.output<typeof tweetSchema> {
  const { id, text, authorId, createdAt, conversationId, metrics } = post
  return {
    id,
    text,
    ...(authorId !== undefined && { author_id: authorId }),
    ...(createdAt !== undefined && { created_at: createdAt }),
    ...(conversationId !== undefined && { conversation_id: conversationId }),
    ...(metrics && {
      public_metrics: {
        retweet_count: metrics.reposts,
        reply_count: metrics.replies,
        like_count: metrics.likes,
        quote_count: metrics.quotes,
        ...(metrics.impressions !== undefined && { impression_count: metrics.impressions }),
        ...(metrics.bookmarks !== undefined && { bookmark_count: metrics.bookmarks }),
      },
    }),
  }
}

export function toUser({
  id,
  username,
  name,
  description,
  metrics,
}: User): z.output<typeof userSchema> {
  return {
    id,
    username,
    name,
    ...(description !== undefined && { description }),
    ...(metrics && {
      public_metrics: {
        followers_count: metrics.followers,
        following_count: metrics.following,
        tweet_count: metrics.posts,
      },
    }),
  }
}

/** A page of posts as X gives one, with each author once. */
export function toTweetPage({ items, pagination }: Page<Post>): z.output<typeof tweetPageSchema> {
  const [newest, oldest] = [items.at(0), items.at(-1)]
  const authors = new Map(
    items.flatMap(({ author }) => (author ? [[author.id, author] as const] : [])),
  )
  const { nextToken, resultCount } = pagination
  return {
    data: items.map(toTweet),
    ...(authors.size > 0 && { includes: { users: [...authors.values()].map(toUser) } }),
    meta: {
      ...(newest && oldest && { newest_id: newest.id, oldest_id: oldest.id }),
      result_count: resultCount,
      ...(nextToken !== undefined && { next_token: nextToken }),
    },
  }
}

export function toPagination({
  pagination: { nextToken, resultCount, hasMore },
}: Page<unknown>): NonNullable<Meta['pagination']> {
  return {
    ...(nextToken !== undefined && { next_token: nextToken }),
    result_count: resultCount,
    has_more: hasMore,
  }
}
