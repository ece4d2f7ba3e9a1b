import { createTool } from '@armorer/runtime'
import { publishOnce, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { publishedSchema, toPublishReply } from '../contract/publish-reply.js'
import { mediaIds } from './media-ids.js'
import { WRITE_TO_X } from './write-risk.js'

const NAME = 'x_post_tweet'

export function postTweetTool(tuitbot: Pick<Tuitbot, 'ctx' | 'account'>) {
  const { ctx } = tuitbot
  return createTool({
    name: NAME,
    title: 'Post',
    description:
      'Publishes a post, once. It may wait for a person first; asking again with the same arguments tells what became of it.',
    input: z.strictObject({
      text: z.string().describe('At most 280 weighted characters'),
      media_ids: mediaIds,
    }),
    output: envelopeSchema(publishedSchema),
    risk: WRITE_TO_X,
    run: ({ text, media_ids: attached }, call) =>
      answering({ clock: ctx.clock, logger: call.logger }, async () => {
        const result = await publishOnce(tuitbot, call, {
          text,
          ...(attached && { mediaIds: attached }),
        })
        return toPublishReply(result, NAME, ctx)
      }),
  })
}
