import { effect } from '@armorer/gateway'
import { findOwnPost } from '../../toolkit/find-own-post.js'
import { weightedLength } from '../../toolkit/weighted-length.js'
import { postTweet, priceOf, toPostRequest } from '../../toolkit/write.js'
import { createPost, deletePost } from '../operations.js'
import { type Doors } from './door.js'

/** The one place that can put a post on X. The gateway alone calls it, with a permit for exactly this request. */
export function createPostEffect(doors: Doors) {
  return effect({
    operation: createPost,
    class: 'create',
    // X trims what it is given, so a space more is no other post.
    identity: ({ text, ...rest }) => ({ ...rest, text: text.trim() }),
    encode: (args) => toPostRequest(args),
    send: (permit, request, { account }) => postTweet(doors(account).write, permit, request),
    reconcile({ args, account, isBound }, window) {
      const { read, userId } = doors(account)
      const { mediaIds = [], ...sought } = args
      return findOwnPost(read, { ...sought, userId, mediaCount: mediaIds.length, isBound }, window)
    },
    text: ({ text }) => text,
    undo: ({ id }) => ({ operation: deletePost.name, args: { id } }),
    preview: (args) => ({
      text: args.text,
      length: weightedLength(args.text),
      price_micro_usd: priceOf(args),
    }),
    cost: (args) => ({
      [args.replyTo === undefined ? 'posts' : 'replies']: 1,
      micro_usd: priceOf(args),
    }),
  })
}
