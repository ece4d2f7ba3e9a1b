import { type Json } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { notFoundError, onlyErrors, unauthorizedError } from '../http/problem.js'
import { findVisiblePost } from '../views/visibility.js'
import { type Post } from '../world/world.js'

/** The post that a call names; without it there is nothing to answer but the error. */
export function getPost(call: Call, parameter: string, value: string): Post {
  const post = findVisiblePost(call, value)
  if (post) return post
  throw onlyErrors(call.method, missingPost(call, parameter, value))
}

/** Why a post is not there for this caller, as a partial error. */
export function missingPost(call: Call, parameter: string, value: string): Json {
  const missing = { resource: 'tweet', parameter, value } as const
  const post = call.world.posts.get(value)
  const author = post && call.world.accounts.get(post.authorId)
  const isHidden = post?.deletedAt === undefined && author?.protected
  return isHidden ? unauthorizedError(missing) : notFoundError(missing)
}
