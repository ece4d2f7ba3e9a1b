import { type Look, type LookWindow } from '@armorer/gateway'
import { type Post } from '../x-api/model.js'
import { ProviderError } from '../x-api/provider-error.js'
import { timeOfId } from '../x-api/snowflake.js'
import { type CreatedPost } from '../x-api/x-write.js'
import { type XRead } from '../x-api/x-read.js'
import { compareText } from './compare-text.js'
import { listOwnPosts } from './list-own-posts.js'

/** A post that was sent, and of which nothing was heard. */
export interface SoughtPost {
  /** The id of the account on X. */
  readonly userId: string
  readonly text: string
  readonly replyTo?: string
  readonly quoteOf?: string
  readonly mediaCount: number
  /** Whether a post is known as the outcome of another intent. */
  readonly isBound: (id: string) => Promise<boolean>
}

/** What a look at the own posts found. Only `applied` binds; what is not certain is a matter for a person. */
export type FoundPost = Look<CreatedPost>

/** Looks among the account's own posts for the one that was sent: same words, same place, same time, nobody else's. */
export async function findOwnPost(
  x: XRead,
  sought: SoughtPost,
  window: LookWindow,
): Promise<FoundPost> {
  try {
    const posts = await listOwnPosts(x, sought.userId, window)
    if (posts === undefined) return { kind: 'unreadable', message: 'there are too many own posts' }
    return await choose(posts, sought)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { kind: 'unreadable', message: error.message }
  }
}

async function choose(posts: readonly Post[], sought: SoughtPost): Promise<FoundPost> {
  const certain: Post[] = []
  const doubtful: Post[] = []
  for (const post of posts) {
    const likeness = compare(post, sought)
    if (likeness === 'other' || (await sought.isBound(post.id))) continue
    if (likeness === 'same') certain.push(post)
    else doubtful.push(post)
  }
  const [first] = certain
  if (first === undefined || certain.length > 1) {
    const ids = [...certain, ...doubtful].map(({ id }) => id)
    return ids.length > 0
      ? { kind: 'ambiguous', evidence: { ids } }
      : { kind: 'absent', evidence: { looked: posts.length } }
  }
  const { id, text } = first
  const evidence = { id, createdAt: timeOfId(id), looked: posts.length }
  return { kind: 'applied', value: { id, text }, externalId: id, evidence }
}

function compare(post: Post, sought: SoughtPost): 'same' | 'doubtful' | 'other' {
  const parent = (kind: string) => post.references.find((one) => one.kind === kind)?.id
  if (parent('retweeted') !== undefined) return 'other'
  if (parent('replied_to') !== sought.replyTo || parent('quoted') !== sought.quoteOf) return 'other'
  if (post.mediaKeys.length !== sought.mediaCount) return 'other'
  return compareText(post, sought.text)
}
