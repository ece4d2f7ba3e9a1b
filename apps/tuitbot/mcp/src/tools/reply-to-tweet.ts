import { createTool } from '@armorer/runtime'
import { getTweet, publishOnce, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { publishedSchema, toPublishReply } from '../contract/publish-reply.js'
import { WRITE_TO_X } from './write-risk.js'

const NAME = 'x_reply_to_tweet'

export function replyToTweetTool(tuitbot: Pick<Tuitbot, 'ctx' | 'account'>) {
  const { ctx } = tuitbot
  return createTool({
    name: NAME,
    title: 'Reply',
    description:
      'Answers a post, once. It may wait for a person first; asking again with the same arguments tells what became of it.',
    input: z.strictObject({
      text: z.string().describe('At most 280 weighted characters'),
      in_reply_to_id: z.string().describe('Id of the post to answer'),
      media_ids: z.array(z.string()).exactOptional().describe('Ids of uploaded media to attach'),
    }),
    output: envelopeSchema(publishedSchema),
    risk: WRITE_TO_X,
    run: ({ text, in_reply_to_id: id, media_ids: mediaIds }, call) =>
      answering({ clock: ctx.clock, logger: call.logger }, async () => {
        const { authorId = '', author, text: answered } = await getTweet(ctx.x, id)
        const result = await publishOnce(tuitbot, call, {
          text,
          replyTo: { id, authorId, ...(author && { username: author.username }) },
          sources: [answered],
          ...(mediaIds && { mediaIds }),
        })
        return toPublishReply(result, NAME, ctx)
      }),
  })
}
