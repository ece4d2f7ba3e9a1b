import { findPlace } from '../views/places.js'
import { type Post, type World } from '../world/world.js'
import { type QueryNode } from './query-node.js'

export type Fits = (post: Post) => boolean

/** Makes of a search the question whether a post is one that it asks for. */
function compileQuery(world: World, node: QueryNode): Fits {
  switch (node.kind) {
    case 'and':
      return compileAll(world, node.nodes)
    case 'or': {
      const any = node.nodes.map((one) => compileQuery(world, one))
      return (post) => any.some((fits) => fits(post))
    }
    case 'not': {
      const fits = compileQuery(world, node.node)
      return (post) => !fits(post)
    }
    case 'words':
      return ({ searchable }) => searchable.includes(node.phrase)
    case 'emoji':
      return ({ text }) => text.includes(node.text)
    case 'hashtag':
      return ({ entities }) => entities.hashtags.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'cashtag':
      return ({ entities }) => entities.cashtags.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'mention':
      return ({ entities }) => entities.mentions.some(({ tag }) => tag.toLowerCase() === node.value)
    case 'operator':
      return operators[node.name]?.(world, node.value) ?? never
  }
}

/** Whether a post is one that all of these ask for. */
export function compileAll(world: World, nodes: readonly QueryNode[]): Fits {
  const [first, ...others] = nodes.map((one) => compileQuery(world, one))
  if (first === undefined) return () => true
  return others.length === 0 ? first : (post) => first(post) && others.every((fits) => fits(post))
}

/** Reposts are found only by a search that asks for them. */
export function asksForReposts(node: QueryNode): boolean {
  if ('nodes' in node) return node.nodes.some(asksForReposts)
  if (node.kind !== 'operator') return false
  return node.name.startsWith('retweets_of') || (node.name === 'is' && node.value === 'retweet')
}

type Operator = (world: World, value: string) => Fits

const never: Fits = () => false

const operators: Readonly<Record<string, Operator>> = {
  from: (world, value) => (post) => isBy(world, post.authorId, value),
  to: (world, value) => (post) => isBy(world, findPost(world, post.replyToId)?.authorId, value),
  retweets_of: (world, value) => (post) =>
    isBy(world, findPost(world, post.repostOfId)?.authorId, value),
  url: (_, value) => (post) =>
    post.links.some(({ expanded_url, url }) =>
      [expanded_url, url].some((one) => one.toLowerCase().includes(value)),
    ),
  conversation_id: (_, value) => (post) => post.conversationId === value,
  in_reply_to_tweet_id: (_, value) => (post) => post.replyToId === value,
  retweets_of_tweet_id: (_, value) => (post) => post.repostOfId === value,
  quotes_of_tweet_id: (_, value) => (post) => post.quoteOfId === value,
  list: (world, value) => {
    const members = world.lists.get(value)?.members
    return (post) => members?.has(post.authorId) ?? false
  },
  place: (_, value) => (post) => placeOf(post)?.name.toLowerCase() === value,
  place_country: (_, value) => (post) => placeOf(post)?.code.toLowerCase() === value,
  // Nothing here carries coordinates or topics, so these find nothing, as on a post without them.
  point_radius: () => never,
  bounding_box: () => never,
  context: () => never,
  entity: () => never,
  lang: (_, value) => (post) => post.lang === value,
  min_likes: (_, value) => atLeast(value, (post) => post.likes.size),
  min_replies: (_, value) => atLeast(value, (post) => post.replies),
  min_reposts: (_, value) => atLeast(value, (post) => post.reposts.size),
  sample: (_, value) => (post) => Number(BigInt(post.id) % 100n) < Number(value),
  is: (world, value) => states[value]?.(world) ?? never,
  has: (world, value) => holdings[value]?.(world) ?? never,
}

const states: Readonly<Record<string, (world: World) => Fits>> = {
  retweet: () => (post) => post.repostOfId !== undefined,
  reply: () => (post) => post.replyToId !== undefined,
  quote: () => (post) => post.quoteOfId !== undefined,
  verified: (world) => (post) => world.accounts.get(post.authorId)?.verified ?? false,
  nullcast: () => never,
}

const holdings: Readonly<Record<string, (world: World) => Fits>> = {
  hashtags: () => (post) => post.entities.hashtags.length > 0,
  cashtags: () => (post) => post.entities.cashtags.length > 0,
  mentions: () => (post) => post.entities.mentions.length > 0,
  links: () => (post) => post.links.length > 0,
  media: () => (post) => post.mediaIds.length > 0,
  images: (world) => hasMedia(world, 'image/'),
  videos: (world) => hasMedia(world, 'video/'),
  video_link: (world) => hasMedia(world, 'video/'),
  geo: () => (post) => post.placeId !== undefined,
}

function atLeast(value: string, countOf: (post: Post) => number): Fits {
  const least = Number(value)
  return (post) => countOf(post) >= least
}

function hasMedia(world: World, type: string): Fits {
  return ({ mediaIds }) =>
    mediaIds.some((id) => world.media.get(id)?.type.startsWith(type) ?? false)
}

function isBy(world: World, id: string | undefined, who: string): boolean {
  if (id === undefined) return false
  return id === who || world.accounts.get(id)?.username.toLowerCase() === who.replace(/^@/, '')
}

function findPost(world: World, id: string | undefined): Post | undefined {
  return id === undefined ? undefined : world.posts.get(id)
}

function placeOf(post: Post) {
  return post.placeId === undefined ? undefined : findPlace(post.placeId)
}
