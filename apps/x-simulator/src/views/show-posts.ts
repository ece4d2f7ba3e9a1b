import { type Json, type JsonObject } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { problemType } from '../http/problem.js'
import { type Post } from '../world/world.js'
import { createIncludes, type Includes } from './includes.js'
import { mayReadPrivateMetrics, postView, replyTarget } from './post-view.js'
import { findVisiblePost } from './visibility.js'

// The member that says where an expansion leads comes with the expansion.
const broughtAlong: Readonly<Record<string, string>> = {
  author_id: 'author_id',
  username: 'username',
  in_reply_to_user_id: 'in_reply_to_user_id',
  referenced_posts: 'referenced_posts',
  'referenced_posts.author_id': 'referenced_posts',
  'attachments.media_keys': 'attachments',
  'attachments.poll_ids': 'attachments',
  'geo.place_id': 'geo',
  'entities.mentions.username': 'entities',
}

export interface Shown {
  readonly data: readonly JsonObject[]
  readonly includes: JsonObject | undefined
  readonly errors: readonly Json[]
}

/** Posts as a caller asked to see them, with what their expansions bring along. */
export function showPosts(call: Call, posts: readonly Post[]): Shown {
  const fields = call.query.set('post.fields')
  const expansions = call.query.set('expansions')
  const extra = [...expansions].flatMap((name) => broughtAlong[name] ?? [])
  const includes = createIncludes(call)
  for (const post of posts) expand(call, post, includes)
  const guarded = ['non_public_metrics', 'organic_metrics'].filter((name) => fields.has(name))
  return {
    data: posts.map((post) => postView(call, post, { fields, extra })),
    includes: includes.toJson(),
    errors: posts.flatMap((post) =>
      mayReadPrivateMetrics(call, post) ? [] : guarded.map((name) => fieldError(post, name)),
    ),
  }
}

function expand(call: Call, post: Post, includes: Includes) {
  const expansions = call.query.set('expansions')
  if (expansions.size === 0) return
  const referenced = [post.repostOfId, post.quoteOfId, post.replyToId].flatMap((id) =>
    id === undefined ? [] : (findVisiblePost(call, id) ?? []),
  )
  if (expansions.has('author_id') || expansions.has('username')) includes.addUser(post.authorId)
  if (expansions.has('in_reply_to_user_id')) includes.addUser(replyTarget(call, post)?.authorId)
  if (expansions.has('referenced_posts') || expansions.has('referenced_posts.author_id')) {
    for (const one of referenced) includes.addPost(one)
  }
  if (expansions.has('referenced_posts.author_id')) {
    for (const one of referenced) includes.addUser(one.authorId)
  }
  if (expansions.has('entities.mentions.username')) {
    for (const { tag } of post.entities.mentions) {
      includes.addUser(call.world.usernames.get(tag.toLowerCase())?.id)
    }
  }
  if (expansions.has('attachments.media_keys')) {
    for (const id of post.mediaIds) includes.addMedia(id)
  }
  if (expansions.has('referenced_posts.attachments.media_keys')) {
    for (const id of referenced.flatMap((one) => one.mediaIds)) includes.addMedia(id)
  }
  if (expansions.has('attachments.poll_ids')) includes.addPoll(post.poll)
  if (expansions.has('geo.place_id')) includes.addPlace(post.placeId)
}

function fieldError(post: Post, field: string): Json {
  return {
    value: post.id,
    detail: `Sorry, you are not authorized to access '${field}' on the Tweet with id : [${post.id}].`,
    title: 'Field Authorization Error',
    resource_type: 'tweet',
    parameter: field,
    resource_id: post.id,
    section: 'data',
    field,
    type: problemType('not-authorized-for-field'),
  }
}
