import { type LookWindow } from '@armorer/gateway'
import { type Post } from '../x-api/model.js'
import { firstIdAt, timeOfId } from '../x-api/snowflake.js'
import { type XRead } from '../x-api/x-read.js'

/** Something of its own that an account has put on X. */
export interface OwnPost {
  readonly id: string
  readonly at: number
}

/** A thousand posts; an account that has made more since it was last looked at is no ordinary one. */
const MOST_PAGES = 10

/** What an account has posted itself, with when; what it has only passed on is not among it. */
export async function listMadePosts(
  x: XRead,
  userId: string,
  window: LookWindow,
): Promise<readonly OwnPost[] | undefined> {
  const posts = await listOwnPosts(x, userId, window)
  const isMade = ({ references }: Post) => references.every(({ kind }) => kind !== 'retweeted')
  return posts?.filter(isMade).map(({ id }) => ({ id, at: timeOfId(id) }))
}

/** An account's own posts of a span of time, newest first; `undefined`: there is no end to them. */
export async function listOwnPosts(
  x: XRead,
  userId: string,
  { from, until }: LookWindow,
): Promise<readonly Post[] | undefined> {
  const posts: Post[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, nextToken } = await x.getUserPosts(userId, {
      sinceId: firstIdAt(from),
      maxResults: 100,
      expand: ['references', 'reply_to_user'],
      ...(pageToken !== undefined && { pageToken }),
    })
    // X is asked by id, but what it answers is checked all the same.
    posts.push(...items.filter(({ id }) => timeOfId(id) >= from && timeOfId(id) <= until))
    if (nextToken === undefined) return posts
    pageToken = nextToken
  }
  return undefined
}
