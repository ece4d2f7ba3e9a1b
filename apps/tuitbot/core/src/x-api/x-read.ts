import { createCallRead, type ReadAnswer, type ReadOptions } from './call-read.js'
import { type Capabilities, capabilitiesOf } from './capabilities.js'
import { type XConnection } from './connection.js'
import { isRead, type ReadId } from './endpoints/endpoints.js'
import { judgeUrl } from './judge-url.js'
import { type Post, type User } from './model.js'
import { shaped, toPage, toResult, usersOf, type XPage, type XResult } from './parse-answer.js'
import { parsePost, parseUser } from './parse-model.js'
import { ProviderError } from './provider-error.js'
import { type RateLimits } from './rate-limits.js'
import { type Args, type ReadRequest, toReadRequest } from './request.js'

/** What else to bring along with a post. X charges for each object that it brings. */
export type Expansion = 'author' | 'references' | 'reply_to_user'

export interface PageOptions {
  readonly maxResults?: number
  readonly pageToken?: string
  readonly signal?: AbortSignal
}

export interface PostPageOptions extends PageOptions {
  readonly sinceId?: string
  readonly untilId?: string
  readonly startTime?: string
  readonly endTime?: string
  /** `author` unless given. */
  readonly expand?: readonly Expansion[]
}

type Posts = Promise<XPage<Post>>
type Users = Promise<XPage<User>>

/** Everything that can be read from X. Nothing in it changes anything there. */
export interface XRead {
  search(query: string, options?: PostPageOptions): Posts
  getPost(id: string): Promise<XResult<Post>>
  getPosts(ids: readonly string[]): Posts
  getQuotes(postId: string, options?: PostPageOptions): Posts
  getLikingUsers(postId: string, options?: PageOptions): Users
  getReposters(postId: string, options?: PageOptions): Users
  getMe(): Promise<XResult<User>>
  getUserById(id: string): Promise<XResult<User>>
  getUserByUsername(username: string): Promise<XResult<User>>
  getUsersByIds(ids: readonly string[]): Users
  getUsersByUsernames(usernames: readonly string[]): Users
  searchUsers(query: string, options?: PageOptions): Users
  getUserPosts(userId: string, options?: PostPageOptions): Posts
  getMentions(userId: string, options?: PostPageOptions): Posts
  getHomeTimeline(userId: string, options?: PostPageOptions): Posts
  getLikedPosts(userId: string, options?: PostPageOptions): Posts
  getBookmarks(userId: string, options?: PostPageOptions): Posts
  getFollowers(userId: string, options?: PageOptions): Users
  getFollowing(userId: string, options?: PageOptions): Users
  getMuted(userId: string, options?: PageOptions): Users
  getListPosts(listId: string, options?: PostPageOptions): Posts
  /** Any other read of the table of endpoints, its answer as X gave it. */
  get(id: ReadId, args?: Args, options?: { signal?: AbortSignal }): Promise<ReadAnswer>
  /** Any read by its path, as long as the table has it. */
  request(request: ReadRequest, options?: { signal?: AbortSignal }): Promise<ReadAnswer>
  capabilities(): Promise<Capabilities>
  /** What X has said about this account's limits. */
  limits(): ReturnType<RateLimits['list']>
}

const postFields = 'created_at,conversation_id,public_metrics,entities,attachments,lang,note_post'
const userFields = 'created_at,description,location,protected,public_metrics,url,username,verified'
const expansionNames: Readonly<Record<Expansion, string>> = {
  author: 'author_id',
  references: 'referenced_posts',
  reply_to_user: 'in_reply_to_user_id',
}

export function createXRead(connection: XConnection, options: ReadOptions = {}): XRead {
  const call = createCallRead(connection, options)

  const get: XRead['get'] = async (id, args, { signal } = {}) =>
    call({ id, request: toReadRequest(id, args), ...(signal && { signal }) })

  async function posts(id: ReadId, args: Args, page: PostPageOptions = {}): Posts {
    const { expand = ['author'], signal } = page
    const answer = await get(
      id,
      {
        ...args,
        max_results: page.maxResults,
        pagination_token: page.pageToken,
        since_id: page.sinceId,
        until_id: page.untilId,
        start_time: page.startTime,
        end_time: page.endTime,
        'post.fields': postFields,
        ...expansions(expand),
      },
      { ...(signal && { signal }) },
    )
    return shaped(() => {
      const users = usersOf(answer.body)
      return toPage(answer, (item) => parsePost(item, users))
    })
  }

  async function users(id: ReadId, args: Args, page: PageOptions = {}): Users {
    const { maxResults, pageToken, signal } = page
    const answer = await get(
      id,
      {
        ...args,
        max_results: maxResults,
        ...(id === 'searchUsers' ? { next_token: pageToken } : { pagination_token: pageToken }),
        'user.fields': userFields,
      },
      { ...(signal && { signal }) },
    )
    return shaped(() => toPage(answer, parseUser))
  }

  async function user(id: ReadId, args: Args): Promise<XResult<User>> {
    const answer = await get(id, { ...args, 'user.fields': userFields })
    return shaped(() => toResult(answer, parseUser))
  }

  return {
    search: (query, page) => posts('searchPostsRecent', { query }, page),
    async getPost(id) {
      const answer = await get('getPostsById', {
        id,
        'post.fields': postFields,
        ...expansions(['author', 'references', 'reply_to_user']),
      })
      return shaped(() => toResult(answer, (item) => parsePost(item, usersOf(answer.body))))
    },
    getPosts: (ids) => posts('getPostsByIds', { ids }),
    getQuotes: (id, page) => posts('getPostsQuotedPosts', { id }, page),
    getLikingUsers: (id, page) => users('getPostsLikingUsers', { id }, page),
    getReposters: (id, page) => users('getPostsRepostedBy', { id }, page),
    getMe: () => user('getUsersMe', {}),
    getUserById: (id) => user('getUsersById', { id }),
    getUserByUsername: (username) => user('getUsersByUsername', { username }),
    getUsersByIds: (ids) => users('getUsersByIds', { ids }),
    getUsersByUsernames: (usernames) => users('getUsersByUsernames', { usernames }),
    searchUsers: (query, page) => users('searchUsers', { query }, page),
    getUserPosts: (id, page) => posts('getUsersPosts', { id }, page),
    getMentions: (id, page) => posts('getUsersMentions', { id }, page),
    getHomeTimeline: (id, page) => posts('getUsersTimeline', { id }, page),
    getLikedPosts: (id, page) => posts('getUsersLikedPosts', { id }, page),
    getBookmarks: (id, page) => posts('getUsersBookmarks', { id }, page),
    getFollowers: (id, page) => users('getUsersFollowers', { id }, page),
    getFollowing: (id, page) => users('getUsersFollowing', { id }, page),
    getMuted: (id, page) => users('getUsersMuting', { id }, page),
    getListPosts: (id, page) => posts('getListsPosts', { id }, page),
    get,
    async request(request, { signal } = {}) {
      const judged = judgeUrl(request, connection.baseUrl)
      if (judged.kind === 'ok' && isRead(judged.id)) {
        return call({ id: judged.id, request, ...(signal && { signal }) })
      }
      const message = judged.kind === 'ok' ? 'this is no read' : judged.message
      throw new ProviderError({ code: 'invalid_request', status: 400 }, message)
    },
    async capabilities() {
      return capabilitiesOf(connection.access, await connection.tokens.scopes())
    },
    limits: () => connection.limits.list(),
  }
}

function expansions(wanted: readonly Expansion[]): Args {
  if (wanted.length === 0) return {}
  return {
    expansions: wanted.map((one) => expansionNames[one]),
    ...(wanted.includes('author') && { 'user.fields': userFields }),
  }
}
