import { findEntities, type TextEntities, wrapLinks } from '../text/entities.js'
import { guessLanguage } from '../text/guess-language.js'
import { findAccount } from './accounts.js'
import { addToIndex, insert, toSearchable } from './post-index.js'
import {
  type Account,
  announce,
  type Poll,
  type Post,
  type ReplySettings,
  type World,
} from './world.js'

export interface NewPost {
  readonly text: string
  readonly replyTo?: Post
  readonly quoteOf?: Post
  readonly repostOf?: Post
  readonly excludeReplyUserIds?: readonly string[]
  readonly mediaIds?: readonly string[]
  readonly poll?: { readonly options: readonly string[]; readonly minutes: number }
  readonly placeId?: string
  readonly communityId?: string
  readonly replySettings?: ReplySettings
  readonly madeWithAi?: boolean
  readonly paidPartnership?: boolean
  readonly edits?: Post
  readonly source?: string
  readonly createdAt?: number
}

/** Puts a post into the world. Whether it may stand there is judged before. */
export function addPost(world: World, author: Account, draft: NewPost): Post {
  const createdAt = draft.createdAt ?? world.clock.now()
  const id = world.nextId(createdAt)
  const { replyTo, quoteOf, repostOf } = draft
  const typed = draft.text.normalize('NFC')
  const prefix = replyTo ? replyPrefix(world, author, replyTo, draft) : ''
  const { text, links } = wrapLinks(prefix + typed, (url) => shorten(world, url))
  const entities = findEntities(text)
  const post: Post = {
    id,
    authorId: author.id,
    createdAt,
    deletedAt: undefined,
    text,
    links,
    entities,
    lang: repostOf?.lang ?? guessLanguage(typed),
    conversationId: replyTo?.conversationId ?? id,
    replyToId: replyTo?.id,
    quoteOfId: quoteOf?.id,
    repostOfId: repostOf?.id,
    summons: new Set([
      ...namedAccounts(world, findEntities(typed)).map((account) => account.id),
      ...(quoteOf ? [quoteOf.authorId] : []),
    ]),
    mediaIds: draft.mediaIds ?? [],
    poll: draft.poll && toPoll(world, draft.poll, createdAt),
    placeId: draft.placeId,
    communityId: draft.communityId,
    replySettings: draft.replySettings ?? 'everyone',
    madeWithAi: draft.madeWithAi ?? false,
    paidPartnership: draft.paidPartnership ?? false,
    editHistory: [...(draft.edits?.editHistory ?? []), id],
    source: draft.source ?? 'X Web App',
    searchable: toSearchable(text, links),
    fingerprint: fingerprint(draft),
    hidden: false,
    replies: 0,
    quotes: 0,
    bookmarks: 0,
    impressions: 0,
    likes: new Map(),
    reposts: new Map(),
  }
  world.posts.set(id, post)
  insert(world.timeline, post)
  insert(author.posts, post)
  if (repostOf) repostOf.reposts.set(author.id, createdAt)
  else linkUp(world, author, post)
  announce(world, { kind: 'post', post })
  return post
}

/** What a repetition is told by: the text as typed, and what it hangs on. */
export function fingerprint({ text, replyTo, quoteOf, mediaIds = [] }: NewPost): string {
  const words = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  return JSON.stringify([words, replyTo?.id, quoteOf?.id, ...mediaIds])
}

export function removePost(world: World, post: Post): void {
  if (post.deletedAt !== undefined) return
  post.deletedAt = world.clock.now()
  const { replyToId, quoteOfId, repostOfId } = post
  const parent = replyToId === undefined ? undefined : world.posts.get(replyToId)
  if (parent) parent.replies--
  const quoted = quoteOfId === undefined ? undefined : world.posts.get(quoteOfId)
  if (quoted) quoted.quotes--
  const reposted = repostOfId === undefined ? undefined : world.posts.get(repostOfId)
  reposted?.reposts.delete(post.authorId)
  announce(world, { kind: 'delete', post })
}

function namedAccounts(world: World, entities: TextEntities): Account[] {
  return entities.mentions.flatMap(({ tag }) => findAccount(world, tag) ?? [])
}

function linkUp(world: World, author: Account, post: Post) {
  const parent = post.replyToId === undefined ? undefined : world.posts.get(post.replyToId)
  if (parent) parent.replies++
  const quoted = post.quoteOfId === undefined ? undefined : world.posts.get(post.quoteOfId)
  if (quoted) quoted.quotes++
  for (const account of new Set(namedAccounts(world, post.entities))) {
    if (account !== author) insert(account.mentions, post)
  }
  addToIndex(world, post)
}

/** X writes the names of those who are answered in front of a reply, except where they stand there already. */
function replyPrefix(world: World, author: Account, replyTo: Post, draft: NewPost): string {
  const target = world.accounts.get(replyTo.authorId)
  if (target === undefined || target === author) return ''
  if (draft.excludeReplyUserIds?.includes(target.id)) return ''
  const start = `@${target.username}`.toLowerCase()
  const text = draft.text.trimStart().toLowerCase()
  return text === start || text.startsWith(`${start} `) ? '' : `@${target.username} `
}

function toPoll(world: World, poll: NonNullable<NewPost['poll']>, createdAt: number): Poll {
  return {
    id: world.nextId(createdAt),
    options: poll.options,
    votes: poll.options.map(() => 0),
    minutes: poll.minutes,
    endsAt: createdAt + poll.minutes * 60_000,
  }
}

/** The same address gets the same short one, so that equal texts stay equal. */
export function shorten(world: World, url: string): string {
  const known = world.links.get(url)
  if (known !== undefined) return known
  const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const code = Array.from({ length: 10 }, () => alphabet[world.random.int(alphabet.length)])
  const short = `https://t.co/${code.join('')}`
  world.links.set(url, short)
  return short
}
