import { createTool, timeout } from '@armorer/runtime'
import { getTweet, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { toTweet, tweetSchema } from '../contract/x-objects.js'
import { READ_FROM_X, READ_MS } from './read-risk.js'

export function getTweetByIdTool({ ctx: { x, clock } }: Pick<Tuitbot, 'ctx'>) {
  return createTool({
    name: 'get_tweet_by_id',
    title: 'Look up a post',
    description: 'One post by its id, with its public numbers.',
    input: z.strictObject({ tweet_id: z.string().describe('Id of the post') }),
    output: envelopeSchema(tweetSchema),
    risk: READ_FROM_X,
    run: ({ tweet_id: id }, { logger }) =>
      answering({ clock, logger }, async () => ({ data: toTweet(await getTweet(x, id)) })),
  }).layer(timeout(READ_MS))
}
