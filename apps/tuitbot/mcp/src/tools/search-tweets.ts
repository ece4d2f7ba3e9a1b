import { createTool, timeout } from '@armorer/runtime'
import { searchTweets, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { toPagination, toTweetPage, tweetPageSchema } from '../contract/x-objects.js'
import { READ_FROM_X, READ_MS } from './read-risk.js'

export function searchTweetsTool({ ctx: { x, clock } }: Pick<Tuitbot, 'ctx'>) {
  return createTool({
    name: 'x_search_tweets',
    title: 'Search posts',
    description: 'Searches the posts of the last seven days, newest first, with their authors.',
    input: z.strictObject({
      query: z.string().describe('X search syntax, such as "from:alice -is:retweet"'),
      max_results: z.int().default(10).describe('10 to 100; what is outside is brought inside'),
      since_id: z.string().exactOptional().describe('Only posts with a larger id'),
      pagination_token: z.string().exactOptional().describe('next_token of the page before'),
    }),
    output: envelopeSchema(tweetPageSchema),
    risk: READ_FROM_X,
    run: ({ query, max_results: wanted, since_id: sinceId, pagination_token: pageToken }, call) =>
      answering({ clock, logger: call.logger }, async () => {
        const page = await searchTweets(x, query, {
          maxResults: Math.min(100, Math.max(10, wanted)),
          signal: call.signal,
          ...(sinceId !== undefined && { sinceId }),
          ...(pageToken !== undefined && { pageToken }),
        })
        return { data: toTweetPage(page), meta: { pagination: toPagination(page) } }
      }),
  }).layer(timeout(READ_MS))
}
