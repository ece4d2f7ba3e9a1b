import { type Account, announce, type Post, type World } from './world.js'

export function like(world: World, account: Account, post: Post, at = world.clock.now()): boolean {
  if (post.likes.has(account.id)) return false
  post.likes.set(account.id, at)
  account.likes.set(post.id, at)
  announce(world, { kind: 'like', post, account })
  return true
}

export function unlike(account: Account, post: Post): boolean {
  account.likes.delete(post.id)
  return post.likes.delete(account.id)
}
