import { type Call } from '../http/endpoint.js'
import { type Account, type Edges, type List, type Post } from '../world/world.js'
import { findVisibleList, isVisible } from './visibility.js'

/** The far ends of edges, newest first, as the caller may see them. */
function* idsNewestFirst({ asOf }: Call, edges: Edges): Generator<string> {
  for (const [id, at] of [...edges].toReversed()) if (at <= asOf) yield id
}

export function* accountsOf(call: Call, edges: Edges): Generator<Account> {
  for (const id of idsNewestFirst(call, edges)) {
    const account = call.world.accounts.get(id)
    if (account && !account.suspended) yield account
  }
}

export function* postsOf(call: Call, edges: Edges): Generator<Post> {
  for (const id of idsNewestFirst(call, edges)) {
    const post = call.world.posts.get(id)
    if (post && isVisible(call, post)) yield post
  }
}

export function* listsOf(call: Call, edges: Edges): Generator<List> {
  for (const id of idsNewestFirst(call, edges)) {
    const list = findVisibleList(call, id)
    if (list) yield list
  }
}
