export type Feature =
  | 'read'
  | 'post'
  | 'media'
  | 'like'
  | 'follow'
  | 'bookmark'
  | 'list'
  | 'mute'
  | 'block_list'
  | 'hide_reply'
  | 'reposts_of_me'
  | 'space'
  | 'message'
  | 'stay_connected'

export interface FeatureScopes {
  readonly feature: Feature
  readonly description: string
  readonly scopes: readonly string[]
}

const read = ['tweet.read', 'users.read']

/** Everything that Tuitbot can do on X, and the scopes that it takes. */
export const features: readonly FeatureScopes[] = [
  { feature: 'read', description: 'search, mentions, timelines, profiles', scopes: read },
  { feature: 'post', description: 'post, reply, repost, delete', scopes: [...read, 'tweet.write'] },
  { feature: 'media', description: 'upload pictures and videos', scopes: ['media.write'] },
  {
    feature: 'like',
    description: 'like, and see likes',
    scopes: [...read, 'like.read', 'like.write'],
  },
  {
    feature: 'follow',
    description: 'follow, and see followers',
    scopes: [...read, 'follows.read', 'follows.write'],
  },
  {
    feature: 'bookmark',
    description: 'bookmark, and see bookmarks',
    scopes: [...read, 'bookmark.read', 'bookmark.write'],
  },
  {
    feature: 'list',
    description: 'make, change and read lists',
    scopes: [...read, 'list.read', 'list.write'],
  },
  {
    feature: 'mute',
    description: 'mute, and see who is muted',
    scopes: [...read, 'mute.read', 'mute.write'],
  },
  { feature: 'block_list', description: 'see who is blocked', scopes: [...read, 'block.read'] },
  {
    feature: 'hide_reply',
    description: 'hide replies under own posts',
    scopes: [...read, 'tweet.moderate.write'],
  },
  {
    feature: 'reposts_of_me',
    description: 'see own posts that were reposted',
    scopes: ['tweet.read', 'timeline.read'],
  },
  { feature: 'space', description: 'see Spaces', scopes: [...read, 'space.read'] },
  {
    feature: 'message',
    description: 'read and write direct messages',
    scopes: [...read, 'dm.read', 'dm.write'],
  },
  {
    feature: 'stay_connected',
    description: 'stay connected for longer than two hours',
    scopes: ['offline.access'],
  },
]

/** What a login asks for unless told otherwise: the scopes of every feature. */
export const allScopes: readonly string[] = [...new Set(features.flatMap(({ scopes }) => scopes))]

export interface ScopeAnalysis {
  readonly granted: readonly string[]
  readonly missing: readonly string[]
  /** Granted, but of no use here. */
  readonly extra: readonly string[]
  /** What is switched off by what is missing. */
  readonly degraded: ReadonlyArray<{
    readonly feature: Feature
    readonly description: string
    readonly missing: readonly string[]
  }>
  readonly complete: boolean
}

export function analyzeScopes(granted: readonly string[]): ScopeAnalysis {
  const has = new Set(granted)
  const missing = allScopes.filter((scope) => !has.has(scope))
  const degraded = features
    .map(({ feature, description, scopes }) => ({
      feature,
      description,
      missing: scopes.filter((scope) => !has.has(scope)),
    }))
    .filter((one) => one.missing.length > 0)
  return {
    granted: [...has],
    missing,
    extra: [...has].filter((scope) => !allScopes.includes(scope)),
    degraded,
    complete: missing.length === 0,
  }
}
