import { type Account, type Post, type World, type WorldEvent } from '../world/world.js'
import { type Html, html } from './html.js'
import { face, type Icon, icon, timeTag } from './render-post.js'

/** Something that one account would be told. */
interface Notice {
  readonly kind: Icon
  readonly at: number
  readonly by: Account
  readonly words: string
  readonly post: Post | undefined
}

/** What an account would be told of an event; `undefined` where it is none of its business. */
export function noticeOf(world: World, event: WorldEvent, account: Account): Notice | undefined {
  const at = world.clock.now()
  switch (event.kind) {
    case 'follow':
      return event.target === account
        ? { kind: 'follow', at, by: event.account, words: 'followed you', post: undefined }
        : undefined
    case 'like':
      return event.post.authorId === account.id && event.account !== account
        ? { kind: 'like', at, by: event.account, words: 'liked your post', post: event.post }
        : undefined
    case 'post':
      return ofPost(world, event.post, account)
    case 'delete':
      return undefined
  }
}

/** What an account has been told of late, newest first. */
export function listNotices(world: World, account: Account, most: number): Notice[] {
  const likes = account.posts.slice(-30).flatMap((post) =>
    [...post.likes].flatMap(([id, at]) => {
      const by = world.accounts.get(id)
      return by ? [{ kind: 'like' as const, at, by, words: 'liked your post', post }] : []
    }),
  )
  const follows = [...account.followers].slice(-most).flatMap(([id, at]) => {
    const by = world.accounts.get(id)
    return by ? [{ kind: 'follow' as const, at, by, words: 'followed you', post: undefined }] : []
  })
  const calls = account.mentions.slice(-most).flatMap((post) => ofPost(world, post, account) ?? [])
  return [...likes, ...follows, ...calls]
    .toSorted((left, right) => right.at - left.at)
    .slice(0, most)
}

export function renderNotice(world: World, notice: Notice, fresh = false): Html {
  const { kind, at, by, words, post } = notice
  return html`<li class="${fresh && 'fresh'}">
    <div class="icon ${kind}">${icon(kind)}</div>
    ${face(by, 'small')}
    <div>
      <b>${by.name}</b> ${words} ${timeTag(at, world.clock.now())}
      ${post && html`<q>${post.text}</q>`}
    </div>
  </li>`
}

function ofPost(world: World, post: Post, account: Account): Notice | undefined {
  const by = world.accounts.get(post.authorId)
  if (by === undefined || by === account || post.deletedAt !== undefined) return undefined
  const about = (id: string | undefined) =>
    id !== undefined && world.posts.get(id)?.authorId === account.id
  const base = { at: post.createdAt, by, post }
  if (about(post.repostOfId)) return { ...base, kind: 'repost', words: 'reposted you' }
  if (about(post.replyToId)) return { ...base, kind: 'reply', words: 'replied' }
  if (about(post.quoteOfId)) return { ...base, kind: 'repost', words: 'quoted you' }
  return account.mentions.includes(post)
    ? { ...base, kind: 'mention', words: 'mentioned you' }
    : undefined
}
