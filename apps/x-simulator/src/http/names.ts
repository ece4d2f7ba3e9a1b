import { type Json } from './answer.js'

/** Which names an answer uses: those of the contract up to 2.166, or those since. */
export type Names = 'tweet' | 'post'

const oldNames: Readonly<Record<string, string>> = {
  'post.fields': 'tweet.fields',
  repost_count: 'retweet_count',
  post_count: 'tweet_count',
  total_post_count: 'total_tweet_count',
  edit_history_post_ids: 'edit_history_tweet_ids',
  referenced_posts: 'referenced_tweets',
  note_post: 'note_tweet',
  pinned_post_id: 'pinned_tweet_id',
  most_recent_post_id: 'most_recent_tweet_id',
}

const newNames: Readonly<Record<string, string>> = {
  edit_history_tweet_ids: 'edit_history_post_ids',
  referenced_tweets: 'referenced_posts',
  note_tweet: 'note_post',
  pinned_tweet_id: 'pinned_post_id',
  most_recent_tweet_id: 'most_recent_post_id',
  'referenced_tweets.id': 'referenced_posts',
  'referenced_tweets.id.author_id': 'referenced_posts.author_id',
  'referenced_tweets.id.attachments.media_keys': 'referenced_posts.attachments.media_keys',
}

/** Rewrites a query in the new names, and says which names it was asked in, if that can be told. */
export function readNames(search: URLSearchParams): { search: URLSearchParams; asked?: Names } {
  let asked: Names | undefined = search.has('post.fields') ? 'post' : undefined
  const renamed = new URLSearchParams()
  for (const [name, value] of search) {
    const isOld = name === 'tweet.fields'
    const holdsNames = isOld || name.endsWith('.fields') || name === 'expansions'
    const items = holdsNames ? value.split(',') : []
    if (isOld || items.some((item) => Object.hasOwn(newNames, item))) asked = 'tweet'
    renamed.append(
      isOld ? 'post.fields' : name,
      holdsNames ? items.map((item) => lookUp(newNames, item)).join(',') : value,
    )
  }
  return asked === undefined ? { search: renamed } : { search: renamed, asked }
}

/** Writes an answer in the old names. */
export function toOldNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(toOldNames)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name === 'posts' ? 'tweets' : lookUp(oldNames, name),
      typeof inner === 'string' ? toOldText(name, inner) : inner && toOldNames(inner),
    ]),
  )
}

/** Only what X says itself is rewritten, never what people wrote. */
function toOldText(name: string, text: string): string {
  if (name === 'type') return text.replace(/^https:\/\/api\.x\.com\//, 'https://api.twitter.com/')
  return name === 'message' ? text.replace('`post.fields`', '`tweet.fields`') : text
}

function lookUp(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}
