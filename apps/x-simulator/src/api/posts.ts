import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { notPermitted } from '../http/problem.js'
import { boolean, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { postQuery } from '../views/fields.js'
import { manyReply, oneReply } from '../views/reply.js'
import { showPosts } from '../views/show-posts.js'
import { findVisiblePost } from '../views/visibility.js'
import { removePost } from '../world/posts.js'
import { type Post } from '../world/world.js'
import { createPost } from './create-post.js'
import { missingPost } from './get-post.js'

const read = { auth: ['app', 'user'], scopes: ['tweet.read', 'users.read'] } as const

export const posts: readonly Endpoint[] = [
  createPost,
  {
    method: 'GET',
    path: '/2/tweets',
    ...read,
    limits: { app: 3500, user: 5000 },
    price: perObject('post'),
    query: { ids: { kind: 'ids', max: 100, required: true }, ...postQuery },
    run: lookUpMany,
  },
  {
    method: 'GET',
    path: '/2/tweets/:id',
    ...read,
    limits: { app: 450, user: 900 },
    price: perObject('post'),
    query: postQuery,
    run: lookUpOne,
  },
  {
    method: 'DELETE',
    path: '/2/tweets/:id',
    auth: ['user'],
    scopes: ['tweet.read', 'tweet.write', 'users.read'],
    limits: { user: 50 },
    price: perCall(0.005),
    run: remove,
  },
  {
    method: 'PUT',
    path: '/2/tweets/:tweet_id/hidden',
    auth: ['user'],
    scopes: ['tweet.moderate.write', 'tweet.read', 'users.read'],
    limits: { user: 50 },
    price: perCall(0.005),
    run: hide,
  },
]

function lookUpMany(call: Call): Reply {
  const ids = [...new Set(call.query.list('ids'))]
  const found = ids.flatMap((id) => findVisiblePost(call, id) ?? [])
  const missing = ids.filter((id) => !findVisiblePost(call, id))
  return manyReply(
    showPosts(call, found),
    missing.map((id) => missingPost(call, 'ids', id)),
  )
}

function lookUpOne(call: Call): Reply {
  const id = param(call, 'id')
  const post = findVisiblePost(call, id)
  return post
    ? oneReply(showPosts(call, [post]))
    : oneReply(undefined, [missingPost(call, 'id', id)])
}

function remove(call: Call): Reply {
  const post = call.world.posts.get(param(call, 'id'))
  if (post === undefined || post.deletedAt !== undefined) {
    return { body: { data: { deleted: false } } }
  }
  if (post.authorId !== getActor(call).id) {
    throw notPermitted('You can only delete your own posts.')
  }
  removePost(call.world, post)
  call.effect('post.delete', { id: post.id })
  return { body: { data: { deleted: true } } }
}

function hide(call: Call): Reply {
  const { hidden } = readJson(object({ hidden: boolean }), call.body)
  const post = findVisiblePost(call, param(call, 'tweet_id'))
  if (post === undefined || rootOf(call, post)?.authorId !== getActor(call).id) {
    throw notPermitted('You can only hide replies in conversations that you started.')
  }
  if (post.replyToId === undefined) throw notPermitted('Only a reply can be hidden.')
  if (post.hidden !== hidden) call.effect(hidden ? 'reply.hide' : 'reply.unhide', { id: post.id })
  post.hidden = hidden
  return { body: { data: { hidden } } }
}

function rootOf({ world }: Call, post: Post): Post | undefined {
  return world.posts.get(post.conversationId)
}
