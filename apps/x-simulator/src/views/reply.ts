import { type Json, type JsonObject } from '../http/answer.js'
import { type Call, type Reply } from '../http/endpoint.js'
import { compareIds } from '../snowflake.js'
import { type Account, type Post } from '../world/world.js'
import { paginate } from './paginate.js'
import { showPosts, type Shown } from './show-posts.js'
import { showUsers } from './show-users.js'

/** An answer with one object, or with the reason why there is none. */
export function oneReply(shown: Shown | undefined, errors: readonly Json[] = []): Reply {
  const data = shown?.data[0]
  return {
    body: assemble({ ...(data && { data }), ...(shown && { includes: shown.includes }) }, [
      ...errors,
      ...(shown?.errors ?? []),
    ]),
  }
}

/** An answer with what was found, and the reasons for what was not. */
export function manyReply(shown: Shown, errors: readonly Json[] = [], meta?: JsonObject): Reply {
  const { data, includes } = shown
  return {
    body: assemble({ ...(data.length > 0 && { data }), includes, meta }, [
      ...errors,
      ...shown.errors,
    ]),
  }
}

/** A page of posts, newest first. */
export function postsReply(call: Call, posts: Iterable<Post>, size: number): Reply {
  const { items, meta } = paginate(call, posts, { size, keyOf: ({ id }) => id })
  return manyReply(showPosts(call, items), [], meta)
}

/** A page of a timeline or a search, newest first unless `ranked`, which says between which ids it lies. */
export function timelineReply(
  call: Call,
  posts: Iterable<Post>,
  { size = 10, ranked = false } = {},
): Reply {
  const { items, meta } = paginate(call, posts, {
    size,
    keyOf: ({ id }) => id,
    ...(!ranked && { isBehind: (id, gone) => compareIds(id, gone) < 0 }),
  })
  return manyReply(showPosts(call, items), [], { ...meta, ...ends(items) })
}

export function usersReply(call: Call, accounts: Iterable<Account>, size: number): Reply {
  const { items, meta } = paginate(call, accounts, { size, keyOf: ({ id }) => id })
  return manyReply(showUsers(call, items), [], meta)
}

function ends(posts: readonly Post[]): JsonObject {
  const newest = posts[0]
  const oldest = posts.at(-1)
  return newest && oldest ? { newest_id: newest.id, oldest_id: oldest.id } : {}
}

function assemble(body: JsonObject, errors: readonly Json[]): JsonObject {
  return errors.length > 0 ? { ...body, errors } : body
}
