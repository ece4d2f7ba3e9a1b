import { type Call, findActor } from '../http/endpoint.js'
import { type Account, type List, type Post } from '../world/world.js'

/** Whether this caller's reads show the post, at the time that they see. */
export function isVisible(call: Call, post: Post): boolean {
  if (post.createdAt > call.asOf) return false
  if (post.deletedAt !== undefined && post.deletedAt <= call.asOf) return false
  const author = call.world.accounts.get(post.authorId)
  if (author === undefined || author.suspended || !isOpenTo(call, author)) return false
  // A repost goes where its original goes.
  return post.repostOfId === undefined || findVisiblePost(call, post.repostOfId) !== undefined
}

/** A protected account shows its posts to itself and its followers. */
export function isOpenTo(call: Call, account: Account): boolean {
  if (!account.protected) return true
  const viewer = findActor(call)
  return viewer === account || (viewer !== undefined && account.followers.has(viewer.id))
}

export function findVisiblePost(call: Call, id: string): Post | undefined {
  const post = call.world.posts.get(id)
  return post && isVisible(call, post) ? post : undefined
}

/** A private list is there for its owner alone. */
export function findVisibleList(call: Call, id: string): List | undefined {
  const list = call.world.lists.get(id)
  return list?.private && findActor(call)?.id !== list.ownerId ? undefined : list
}

/** The last posts of some kind, oldest first; older ones than those are not looked at. */
export function takeLast(
  oldestFirst: readonly Post[],
  most: number,
  isWanted: (post: Post) => boolean,
): Post[] {
  const taken: Post[] = []
  for (let index = oldestFirst.length - 1; index >= 0 && taken.length < most; index--) {
    const post = oldestFirst[index]
    if (post && isWanted(post)) taken.push(post)
  }
  return taken.toReversed()
}

/** Oldest-first posts, newest first, as far as the caller may see them. */
export function* newestFirst(call: Call, posts: readonly Post[]): Generator<Post> {
  for (let index = posts.length - 1; index >= 0; index--) {
    const post = posts[index]
    if (post && isVisible(call, post)) yield post
  }
}
