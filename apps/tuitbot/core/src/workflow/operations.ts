import { operation } from '@armorer/gateway'
import { z } from 'zod'

const postId = z.string().regex(/^[0-9]{1,19}$/, 'the id of a post is a number of up to 19 digits')

/** A post, a reply or a quote: what differs is what it points at. */
export const createPost = operation({
  name: 'post.create',
  input: z.strictObject({
    text: z.string(),
    replyTo: postId.exactOptional(),
    quoteOf: postId.exactOptional(),
    mediaIds: z.array(postId).max(4).exactOptional(),
  }),
  output: z.object({ id: postId, text: z.string() }),
})

export const deletePost = operation({
  name: 'post.delete',
  input: z.strictObject({ id: postId }),
  output: z.object({ deleted: z.literal(true) }),
})

export type PostArgs = z.output<typeof createPost.input>
