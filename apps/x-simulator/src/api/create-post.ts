import { type Call, type Endpoint, getActor, type Reply } from '../http/endpoint.js'
import { invalidParameter, notPermitted, plainProblem } from '../http/problem.js'
import { readJson } from '../http/schema.js'
import { allows } from '../limits/access.js'
import { findPlace } from '../views/places.js'
import { findVisiblePost } from '../views/visibility.js'
import { addPost, type NewPost, removePost } from '../world/posts.js'
import { type Account, type Post } from '../world/world.js'
import { type CreatePostBody, createPostBody } from './create-post-body.js'
import { checkMedia, checkReply, checkText } from './may-post.js'

const editMs = 60 * 60 * 1000

export const createPost: Endpoint = {
  method: 'POST',
  path: '/2/tweets',
  auth: ['user'],
  scopes: ['tweet.read', 'tweet.write', 'users.read'],
  limits: { user: 100, appDay: 10_000, userDay: 10_000 },
  price: { kind: 'post' },
  run,
}

function run(call: Call): Reply {
  const body = readJson(createPostBody, call.body)
  const author = getActor(call)
  if (author.suspended) throw notPermitted('Your account is suspended.')
  checkAttachments(body)
  const draft = toDraft(call, author, body)
  checkReply(call, author, draft)
  checkText(call, author, draft)
  const post = addPost(call.world, author, draft)
  if (draft.edits) removePost(call.world, draft.edits)
  const { id, text } = post
  call.effect('post.create', { id, text, account: author.username, edits: draft.edits?.id })
  return {
    status: 201,
    body: { data: { id, text, edit_history_post_ids: post.editHistory } },
    written: {
      links: post.links.length,
      summoned: draft.replyTo?.summons.has(author.id) ?? false,
    },
  }
}

function checkAttachments(body: CreatePostBody) {
  const attached = (['media', 'poll', 'quote_tweet_id', 'card_uri'] as const).filter(
    (name) => body[name] !== undefined,
  )
  if (attached.length > 1) {
    throw invalidParameter(
      attached.join(','),
      '',
      `$.${attached[0]}: only one of media, poll, quote_tweet_id and card_uri may be given`,
    )
  }
  const isEmpty = (body.text ?? '').trim() === ''
  if (isEmpty && body.media === undefined && body.card_uri === undefined) {
    throw invalidParameter('text', '', '$.text: is missing but it is required')
  }
}

function toDraft(call: Call, author: Account, body: CreatePostBody): NewPost {
  const { reply, quote_tweet_id: quoted, media, poll, geo, edit_options: edit } = body
  if (quoted !== undefined && !allows(call.caller.app.access, 'quote')) {
    throw notPermitted('Quote posts need Enterprise access.')
  }
  if (geo && !findPlace(geo.place_id)) {
    throw invalidParameter('geo.place_id', geo.place_id, '$.geo.place_id: is not a known place')
  }
  const replyTo = reply && getTarget(call, reply.in_reply_to_tweet_id, 'reply.in_reply_to_tweet_id')
  const quoteOf = quoted === undefined ? undefined : getTarget(call, quoted, 'quote_tweet_id')
  const edits = edit && getEdited(call, author, edit.previous_post_id)
  const settings = body.reply_settings ?? poll?.reply_settings
  return {
    text: body.text ?? '',
    ...(replyTo && { replyTo }),
    ...(quoteOf && { quoteOf }),
    ...(edits && { edits }),
    ...(reply?.exclude_reply_user_ids && { excludeReplyUserIds: reply.exclude_reply_user_ids }),
    ...(media && { mediaIds: checkMedia(call, author, media.media_ids) }),
    ...(poll && { poll: { options: poll.options, minutes: poll.duration_minutes } }),
    ...(geo && { placeId: geo.place_id }),
    ...(body.community_id !== undefined && { communityId: body.community_id }),
    ...(settings && { replySettings: settings }),
    madeWithAi: body.made_with_ai ?? false,
    paidPartnership: body.paid_partnership ?? false,
    source: call.caller.app.name,
  }
}

function getTarget(call: Call, target: string, name: string): Post {
  const post = findVisiblePost(call, target)
  if (post === undefined) {
    throw plainProblem(
      403,
      `You attempted to reference [${name}] a post that is deleted or not visible to you.`,
    )
  }
  return post
}

function getEdited(call: Call, author: Account, target: string): Post {
  const post = getTarget(call, target, 'edit_options.previous_post_id')
  if (post.authorId !== author.id) throw notPermitted('Only your own posts can be edited.')
  if (!author.premium) throw notPermitted('Editing needs a Premium account.')
  if (call.now - post.createdAt > editMs || post.editHistory.length > 5) {
    throw notPermitted('This post can no longer be edited.')
  }
  return post
}
