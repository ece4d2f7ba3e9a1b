export interface PostMetrics {
  readonly likes: number
  readonly reposts: number
  readonly replies: number
  readonly quotes: number
  readonly bookmarks?: number
  readonly impressions?: number
}

/** A link in a post. Positions count code points. */
export interface PostLink {
  readonly start: number
  readonly end: number
  /** The short address that stands in the text. */
  readonly url: string
  readonly expandedUrl: string
}

export interface PostReference {
  readonly kind: 'replied_to' | 'quoted' | 'retweeted'
  readonly id: string
}

/** A post, in one set of names whatever X's answer used. Ids are text: they do not fit into numbers. */
export interface Post {
  readonly id: string
  /** Whole, also where it is a long one. */
  readonly text: string
  readonly authorId?: string
  readonly author?: User
  readonly createdAt?: string
  readonly conversationId?: string
  readonly lang?: string
  readonly metrics?: PostMetrics
  readonly references: readonly PostReference[]
  readonly replyToUserId?: string
  readonly links: readonly PostLink[]
  readonly mentions: ReadonlyArray<{ readonly username: string; readonly id?: string }>
  readonly mediaKeys: readonly string[]
}

export interface UserMetrics {
  readonly followers: number
  readonly following: number
  readonly posts: number
  readonly listed?: number
}

export interface User {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly description?: string
  readonly url?: string
  readonly location?: string
  readonly createdAt?: string
  readonly verified?: boolean
  readonly protected?: boolean
  readonly pinnedPostId?: string
  readonly metrics?: UserMetrics
}

/** Something that X could not show beside what it did show. */
export interface PartialProblem {
  readonly type: string
  readonly text: string
  readonly resourceId?: string
}
