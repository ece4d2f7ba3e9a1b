import { findPlace } from '../views/places.js'
import { type Post, type World } from '../world/world.js'
import { type QueryNode } from './query-node.js'

/** Whether a post is one that a search asks for. */
export function matchPost(world: World, node: QueryNode, post: Post): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((one) => matchPost(world, one, post))
    case 'or':
      return node.nodes.some((one) => matchPost(world, one, post))
    case 'not':
      return !matchPost(world, node.node, post)
    case 'words':
      return post.searchable.includes(node.phrase)
    case 'emoji':
      return post.text.includes(node.text)
    case 'hashtag':
      return post.entities.hashtags.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'cashtag':
      return post.entities.cashtags.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'mention':
      return post.entities.mentions.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'operator':
      return operators[node.name]?.(world, post, node.value) ?? false
  }
}

/** Reposts are found only by a search that asks for them. */
export function asksForReposts(node: QueryNode): boolean {
  if ('nodes' in node) return node.nodes.some(asksForReposts)
  if (node.kind !== 'operator') return false
  return node.name.startsWith('retweets_of') || (node.name === 'is' && node.value === 'retweet')
}

type Operator = (world: World, post: Post, value: string) => boolean

const operators: Readonly<Record<string, Operator>> = {
  from: (world, post, value) => isBy(world, post.authorId, value),
  to: (world, post, value) => isBy(world, parentOf(world, post)?.authorId, value),
  retweets_of: (world, post, value) => isBy(world, repostedBy(world, post)?.authorId, value),
  url: (_, post, value) =>
    post.links.some(({ expanded_url, url }) =>
      [expanded_url, url].some((one) => one.toLowerCase().includes(value)),
    ),
  conversation_id: (_, post, value) => post.conversationId === value,
  in_reply_to_tweet_id: (_, post, value) => post.replyToId === value,
  retweets_of_tweet_id: (_, post, value) => post.repostOfId === value,
  quotes_of_tweet_id: (_, post, value) => post.quoteOfId === value,
  list: (world, post, value) => world.lists.get(value)?.members.has(post.authorId) ?? false,
  place: (_, post, value) => placeOf(post)?.name.toLowerCase() === value,
  place_country: (_, post, value) => placeOf(post)?.code.toLowerCase() === value,
  // Nothing here carries coordinates or topics, so these find nothing, as on a post without them.
  point_radius: () => false,
  bounding_box: () => false,
  context: () => false,
  entity: () => false,
  lang: (_, post, value) => post.lang === value,
  min_likes: (_, post, value) => post.likes.size >= Number(value),
  min_replies: (_, post, value) => post.replies >= Number(value),
  min_reposts: (_, post, value) => post.reposts.size >= Number(value),
  sample: (_, post, value) => Number(BigInt(post.id) % 100n) < Number(value),
  is: (world, post, value) => states[value]?.(world, post) ?? false,
  has: (world, post, value) => holdings[value]?.(world, post) ?? false,
}

const states: Readonly<Record<string, (world: World, post: Post) => boolean>> = {
  retweet: (_, post) => post.repostOfId !== undefined,
  reply: (_, post) => post.replyToId !== undefined,
  quote: (_, post) => post.quoteOfId !== undefined,
  verified: (world, post) => world.accounts.get(post.authorId)?.verified ?? false,
  nullcast: () => false,
}

const holdings: Readonly<Record<string, (world: World, post: Post) => boolean>> = {
  hashtags: (_, post) => post.entities.hashtags.length > 0,
  cashtags: (_, post) => post.entities.cashtags.length > 0,
  mentions: (_, post) => post.entities.mentions.length > 0,
  links: (_, post) => post.links.length > 0,
  media: (_, post) => post.mediaIds.length > 0,
  images: (world, post) => hasMedia(world, post, 'image/'),
  videos: (world, post) => hasMedia(world, post, 'video/'),
  video_link: (world, post) => hasMedia(world, post, 'video/'),
  geo: (_, post) => post.placeId !== undefined,
}

function hasMedia(world: World, post: Post, type: string): boolean {
  return post.mediaIds.some((id) => world.media.get(id)?.type.startsWith(type) ?? false)
}

function isBy(world: World, id: string | undefined, who: string): boolean {
  if (id === undefined) return false
  return id === who || world.accounts.get(id)?.username.toLowerCase() === who.replace(/^@/, '')
}

function parentOf(world: World, post: Post): Post | undefined {
  return post.replyToId === undefined ? undefined : world.posts.get(post.replyToId)
}

function repostedBy(world: World, post: Post): Post | undefined {
  return post.repostOfId === undefined ? undefined : world.posts.get(post.repostOfId)
}

function placeOf(post: Post) {
  return post.placeId === undefined ? undefined : findPlace(post.placeId)
}
