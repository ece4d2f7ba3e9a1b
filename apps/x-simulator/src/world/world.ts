import { type Clock } from '../clock.js'
import { type Random } from '../random.js'
import { createSnowflakes, type Snowflakes } from '../snowflake.js'
import { type LinkEntity, type TextEntities } from '../text/entities.js'

/** When each edge was made, by the id at its other end. The order of a map is the order of making. */
export type Edges = Map<string, number>

export interface Account {
  readonly id: string
  readonly createdAt: number
  username: string
  name: string
  description: string
  location: string
  url: string
  verified: boolean
  premium: boolean
  protected: boolean
  suspended: boolean
  pinnedPostId: string | undefined
  /** Own posts and reposts, oldest first. */
  readonly posts: Post[]
  /** Posts that name this account, oldest first. */
  readonly mentions: Post[]
  readonly followers: Edges
  readonly following: Edges
  readonly likes: Edges
  readonly bookmarks: Edges
  readonly muting: Edges
  readonly blocking: Edges
  readonly dmBlocked: Edges
  readonly followedLists: Edges
  readonly pinnedLists: Edges
  readonly folders: BookmarkFolder[]
}

export interface BookmarkFolder {
  readonly id: string
  readonly name: string
  readonly postIds: Set<string>
}

export interface Poll {
  readonly id: string
  readonly options: readonly string[]
  readonly votes: number[]
  readonly minutes: number
  readonly endsAt: number
}

export type ReplySettings = 'everyone' | 'following' | 'mentionedUsers' | 'subscribers' | 'verified'

export interface Post {
  readonly id: string
  readonly authorId: string
  readonly createdAt: number
  deletedAt: number | undefined
  readonly text: string
  readonly links: readonly LinkEntity[]
  readonly entities: TextEntities
  readonly lang: string
  readonly conversationId: string
  readonly replyToId: string | undefined
  readonly quoteOfId: string | undefined
  readonly repostOfId: string | undefined
  /** Whom the author called in: named by hand, or quoted. A mention that X added itself does not count. */
  readonly summons: ReadonlySet<string>
  readonly mediaIds: readonly string[]
  readonly poll: Poll | undefined
  readonly placeId: string | undefined
  readonly communityId: string | undefined
  readonly replySettings: ReplySettings
  readonly madeWithAi: boolean
  readonly paidPartnership: boolean
  readonly editHistory: readonly string[]
  readonly source: string
  /** The words that a search can meet, each between spaces. */
  readonly searchable: string
  /** Equal for two posts that X takes for the same one twice. */
  readonly fingerprint: string
  hidden: boolean
  replies: number
  quotes: number
  bookmarks: number
  impressions: number
  readonly likes: Edges
  readonly reposts: Edges
}

export interface List {
  readonly id: string
  readonly ownerId: string
  readonly createdAt: number
  name: string
  description: string
  private: boolean
  readonly members: Edges
  readonly followers: Edges
}

export interface Space {
  readonly id: string
  readonly creatorId: string
  readonly title: string
  readonly createdAt: number
  readonly startsAt: number
  readonly endsAt: number
  readonly ticketed: boolean
  readonly speakerIds: readonly string[]
  readonly buyerIds: readonly string[]
  readonly postIds: string[]
}

export interface Media {
  readonly id: string
  readonly key: string
  readonly ownerId: string
  readonly createdAt: number
  readonly category: string
  type: string
  size: number
  /** Announced size of a chunked upload; `undefined` once the bytes are all there. */
  awaiting: number | undefined
  readonly segments: Map<number, { size: number; head: Buffer }>
  readyAt: number
  finalizedAt: number | undefined
  error: string | undefined
  altText: string
  width: number
  height: number
  readonly subtitles: Map<string, string>
}

export interface DirectMessage {
  readonly id: string
  readonly conversationId: string
  readonly participants: readonly string[]
  readonly senderId: string
  readonly createdAt: number
  readonly text: string
  readonly links: readonly LinkEntity[]
  readonly entities: TextEntities
  readonly mediaIds: readonly string[]
  readonly deletedFor: Set<string>
}

/** Something a person looking on would see; the page shows these as they come. */
export type WorldEvent =
  | { kind: 'post'; post: Post }
  | { kind: 'delete'; post: Post }
  | { kind: 'like'; post: Post; account: Account }
  | { kind: 'follow'; account: Account; target: Account }

/** All that there is. Its functions stand in the files beside this one. */
export interface World extends WorldState {
  readonly clock: Clock
  readonly random: Random
  readonly nextId: Snowflakes
  readonly listeners: Set<(event: WorldEvent) => void>
}

/** What a world remembers. */
export interface WorldState {
  readonly accounts: Map<string, Account>
  readonly usernames: Map<string, Account>
  readonly posts: Map<string, Post>
  /** Every post, oldest first. */
  readonly timeline: Post[]
  /** Posts by what a search can ask for first. */
  readonly index: Map<string, Post[]>
  readonly lists: Map<string, List>
  readonly spaces: Map<string, Space>
  readonly media: Map<string, Media>
  readonly messages: DirectMessage[]
  readonly groups: Map<string, readonly string[]>
  readonly links: Map<string, string>
}

/** A world that goes on from `state`, or begins with nobody in it. */
export function createWorld(clock: Clock, random: Random, state = createState()): World {
  return { clock, random, nextId: createSnowflakes(), listeners: new Set(), ...state }
}

function createState(): WorldState {
  return {
    accounts: new Map(),
    usernames: new Map(),
    posts: new Map(),
    timeline: [],
    index: new Map(),
    lists: new Map(),
    spaces: new Map(),
    media: new Map(),
    messages: [],
    groups: new Map(),
    links: new Map(),
  }
}

export function announce(world: World, event: WorldEvent): void {
  for (const listener of world.listeners) listener(event)
}
