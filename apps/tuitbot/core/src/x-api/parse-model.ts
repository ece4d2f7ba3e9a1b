import { isObject } from './is-object.js'
import {
  type PartialProblem,
  type Post,
  type PostLink,
  type PostMetrics,
  type PostReference,
  type User,
  type UserMetrics,
} from './model.js'

type Members = Readonly<Record<string, unknown>>

/** Thrown where an answer is not what X's contract says. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

/** An id. A number is refused: by the time it is one, its last digits are already lost. */
export function parseId(value: unknown, what: string): string {
  if (typeof value === 'string' && /^[0-9]{1,19}$/.test(value)) return value
  throw new ShapeError(`${what} is no id`)
}

export function parseMembers(value: unknown, what: string): Members {
  if (isObject(value)) return value
  throw new ShapeError(`${what} is no object`)
}

export function parseItems(value: unknown, what: string): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw new ShapeError(`${what} is no list`)
}

export function parseText(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw new ShapeError(`${what} is no text`)
}

/** A post under either set of names. What is optional and of another shape counts as absent. */
export function parsePost(value: unknown, users: ReadonlyMap<string, User> = new Map()): Post {
  const post = parseMembers(value, 'a post')
  const id = parseId(post['id'], 'the id of a post')
  const note = either(post, 'note_post', 'note_tweet')
  const long = isObject(note) ? textOf(note['text']) : undefined
  const source = isObject(note) && long !== undefined ? note['entities'] : post['entities']
  const entities = isObject(source) ? source : {}
  const attachments = isObject(post['attachments']) ? post['attachments'] : {}
  const authorId = idOf(post['author_id'])
  const author = authorId === undefined ? undefined : users.get(authorId)
  return {
    id,
    text: long ?? parseText(post['text'], 'the text of a post'),
    ...present({
      authorId,
      author,
      createdAt: timeOf(post['created_at']),
      conversationId: idOf(post['conversation_id']),
      lang: textOf(post['lang']),
      metrics: postMetrics(post['public_metrics']),
      replyToUserId: idOf(post['in_reply_to_user_id']),
    }),
    references: listOf(either(post, 'referenced_posts', 'referenced_tweets'), toReference),
    links: listOf(entities['urls'], toLink),
    mentions: listOf(entities['mentions'], toMention),
    mediaKeys: listOf(attachments['media_keys'], textOf),
  }
}

export function parseUser(value: unknown): User {
  const user = parseMembers(value, 'a user')
  return {
    id: parseId(user['id'], 'the id of a user'),
    username: parseText(user['username'], 'the username of a user'),
    name: parseText(user['name'], 'the name of a user'),
    ...present({
      description: textOf(user['description']),
      url: textOf(user['url']),
      location: textOf(user['location']),
      createdAt: timeOf(user['created_at']),
      verified: flagOf(user['verified']),
      protected: flagOf(user['protected']),
      pinnedPostId: idOf(either(user, 'pinned_post_id', 'pinned_tweet_id')),
      metrics: userMetrics(user['public_metrics']),
    }),
  }
}

export function parsePartialProblem(value: unknown): PartialProblem {
  const members = isObject(value) ? value : {}
  const resourceId = textOf(members['resource_id']) ?? textOf(members['value'])
  return {
    type: (textOf(members['type']) ?? '').split('/').at(-1) ?? '',
    text: textOf(members['detail']) ?? textOf(members['message']) ?? textOf(members['title']) ?? '',
    ...(resourceId !== undefined && { resourceId }),
  }
}

function postMetrics(value: unknown): PostMetrics | undefined {
  if (!isObject(value)) return undefined
  const likes = countOf(value['like_count'])
  const reposts = countOf(either(value, 'repost_count', 'retweet_count'))
  const replies = countOf(value['reply_count'])
  const quotes = countOf(value['quote_count'])
  if (likes === undefined || reposts === undefined) return undefined
  if (replies === undefined || quotes === undefined) return undefined
  const bookmarks = countOf(value['bookmark_count'])
  const impressions = countOf(value['impression_count'])
  return { likes, reposts, replies, quotes, ...present({ bookmarks, impressions }) }
}

function userMetrics(value: unknown): UserMetrics | undefined {
  if (!isObject(value)) return undefined
  const followers = countOf(value['followers_count'])
  const following = countOf(value['following_count'])
  const posts = countOf(either(value, 'post_count', 'tweet_count'))
  if (followers === undefined || following === undefined || posts === undefined) return undefined
  return { followers, following, posts, ...present({ listed: countOf(value['listed_count']) }) }
}

const referenceKinds = ['replied_to', 'quoted', 'retweeted'] as const

function toReference(value: unknown): PostReference | undefined {
  if (!isObject(value)) return undefined
  const kind = referenceKinds.find((one) => one === value['type'])
  const id = idOf(value['id'])
  return kind && id !== undefined ? { kind, id } : undefined
}

function toLink(value: unknown): PostLink | undefined {
  if (!isObject(value)) return undefined
  const start = countOf(value['start'])
  const end = countOf(value['end'])
  const url = textOf(value['url'])
  const expandedUrl = textOf(value['expanded_url'])
  if (start === undefined || end === undefined) return undefined
  return url === undefined || expandedUrl === undefined
    ? undefined
    : { start, end, url, expandedUrl }
}

function toMention(value: unknown) {
  const username = isObject(value) ? textOf(value['username']) : undefined
  const id = isObject(value) ? idOf(value['id']) : undefined
  return username === undefined ? undefined : { username, ...present({ id }) }
}

function either(members: Members, newName: string, oldName: string): unknown {
  return members[newName] ?? members[oldName]
}

function listOf<Item>(value: unknown, toItem: (one: unknown) => Item | undefined): Item[] {
  return Array.isArray(value) ? value.flatMap((one) => toItem(one) ?? []) : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9]{1,19}$/.test(value) ? value : undefined
}

function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}

function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Leaves out what is `undefined`. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  // What is left holds no `undefined`, which `Object.entries` cannot tell the compiler.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>
}
