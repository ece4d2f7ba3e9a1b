import { type Permit } from '@armorer/gateway'
import { priceOfPost } from '../x-api/prices.js'
import { toWriteRequest, type WriteRequest } from '../x-api/request.js'
import { type Sent } from '../x-api/sent.js'
import { type CreatedPost, type XWrite } from '../x-api/x-write.js'
import { checkId } from './check-input.js'
import { invalidInput, ToolkitError } from './errors.js'
import { findLinks } from './text/find-links.js'
import { MAX_WEIGHTED_LENGTH, weightedLength } from './weighted-length.js'

/** A post that somebody wants to make. */
export interface PostArgs {
  readonly text: string
  readonly replyTo?: string
  readonly quoteOf?: string
  readonly mediaIds?: readonly string[]
  readonly poll?: { readonly options: readonly string[]; readonly minutes: number }
  readonly replySettings?: 'following' | 'mentionedUsers' | 'subscribers' | 'verified'
  /** The own post that this one is to stand in the place of. */
  readonly edits?: string
  /** Says that its pictures were made by a machine. */
  readonly madeWithAi?: boolean
  readonly paidPartnership?: boolean
}

export interface PostRules {
  /** 280 unless given; accounts with Premium may write more. */
  readonly limit?: number
}

/** The request of a post, or the reason why there is none. */
export function toPostRequest(args: PostArgs, rules: PostRules = {}): WriteRequest {
  checkText(args, rules)
  checkAttachments(args)
  const { text, replyTo, quoteOf, mediaIds = [], poll, edits } = args
  return toWriteRequest('createPosts', {
    ...(text !== '' && { text }),
    ...(replyTo !== undefined && {
      reply: { in_reply_to_tweet_id: checkId('in_reply_to_id', replyTo) },
    }),
    ...(quoteOf !== undefined && { quote_tweet_id: checkId('quoted_tweet_id', quoteOf) }),
    ...(mediaIds.length > 0 && {
      media: { media_ids: mediaIds.map((id) => checkId('media_ids', id)) },
    }),
    ...(poll && { poll: { options: [...poll.options], duration_minutes: poll.minutes } }),
    ...(args.replySettings && { reply_settings: args.replySettings }),
    ...(edits !== undefined && { edit_options: { previous_post_id: checkId('edits', edits) } }),
    ...(args.madeWithAi === true && { made_with_ai: true }),
    ...(args.paidPartnership === true && { paid_partnership: true }),
  })
}

export function toDeleteRequest(id: string): WriteRequest {
  return toWriteRequest('deletePosts', { id: checkId('tweet_id', id) })
}

export function postTweet(
  x: XWrite,
  permit: Permit,
  request: WriteRequest,
): Promise<Sent<CreatedPost>> {
  return x.createPost(permit, request)
}

export function deleteTweet(x: XWrite, permit: Permit, request: WriteRequest) {
  return x.deletePost(permit, request)
}

/** What X will charge for a post, in millionths of a dollar. `summoned`: the author of the target has called us. */
export function priceOf({ text }: Pick<PostArgs, 'text'>, summoned = false): number {
  return priceOfPost({ hasLink: findLinks(text).length > 0, summoned })
}

function checkText({ text, mediaIds = [] }: PostArgs, { limit = MAX_WEIGHTED_LENGTH }: PostRules) {
  if (text.trim() === '' && mediaIds.length === 0) {
    throw invalidInput('text', 'text must not be empty where there is no picture')
  }
  if (/\p{Surrogate}/u.test(text)) throw invalidInput('text', 'text holds half of a character')
  const length = weightedLength(text)
  if (length > limit) {
    const message = `the text weighs ${length} of ${limit} characters: shorten it`
    throw new ToolkitError({ code: 'tweet_too_long', length, limit }, message)
  }
}

function checkAttachments({ mediaIds = [], poll, quoteOf }: PostArgs) {
  const attached = [mediaIds.length > 0, poll !== undefined, quoteOf !== undefined]
  if (attached.filter(Boolean).length > 1) {
    throw invalidInput('media_ids', 'a post can hold media, a poll or a quote, one of them')
  }
  if (mediaIds.length > 4) throw invalidInput('media_ids', 'a post can hold four pictures at most')
  if (!poll) return
  const fits = poll.options.every((option) => option.length >= 1 && option.length <= 25)
  if (!fits || poll.options.length < 2 || poll.options.length > 4) {
    throw invalidInput('poll', 'a poll has 2 to 4 options of 1 to 25 characters')
  }
  if (!Number.isInteger(poll.minutes) || poll.minutes < 5 || poll.minutes > 10_080) {
    throw invalidInput('poll', 'a poll lasts from 5 minutes to 7 days')
  }
}
