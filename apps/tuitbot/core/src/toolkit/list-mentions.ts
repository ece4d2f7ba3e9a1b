import { type Post } from '../x-api/model.js'
import { type XRead } from '../x-api/x-read.js'
import { getMentions } from './read.js'

/** Some thousand; who is called more often between two looks cannot answer them all anyway. */
const MOST_PAGES = 20

/** All that is new, since what lies before the newest is never asked for again. Of what was there before us, the newest page. */
export async function listMentions(
  x: XRead,
  userId: string,
  sinceId: string | undefined,
): Promise<readonly Post[]> {
  const posts: Post[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, pagination } = await getMentions(x, userId, {
      maxResults: 50,
      ...(sinceId !== undefined && { sinceId }),
      ...(pageToken !== undefined && { pageToken }),
    })
    posts.push(...items)
    pageToken = pagination.nextToken
    if (pageToken === undefined || sinceId === undefined) break
  }
  return posts
}
