import { type Post, type User } from '../x-api/model.js'
import { type XPage, type XResult } from '../x-api/parse-answer.js'
import { type PageOptions, type XRead } from '../x-api/x-read.js'
import { checkFilled, checkId, checkIds, checkRange } from './check-input.js'
import { invalidInput, toToolkitError } from './errors.js'
import { type Page, toPage } from './pagination.js'

export interface Paging {
  readonly maxResults?: number
  readonly pageToken?: string
  readonly signal?: AbortSignal
}

export interface PagingSince extends Paging {
  readonly sinceId?: string
}

type Posts = Promise<Page<Post>>
type Users = Promise<Page<User>>

export function getTweet(x: XRead, id: string): Promise<Post> {
  return one(() => x.getPost(checkId('tweet_id', id)))
}

export function getTweets(x: XRead, ids: readonly string[]): Posts {
  return page(() => x.getPosts(checkIds('tweet_ids', ids)))
}

export function getMe(x: XRead): Promise<User> {
  return one(() => x.getMe())
}

export function getUserById(x: XRead, id: string): Promise<User> {
  return one(() => x.getUserById(checkId('user_id', id)))
}

export function getUserByUsername(x: XRead, username: string): Promise<User> {
  return one(() => x.getUserByUsername(checkUsername(username)))
}

export function getUsersByIds(x: XRead, ids: readonly string[]): Users {
  return page(() => x.getUsersByIds(checkIds('user_ids', ids)))
}

/** Posts of the last seven days, newest first. */
export function searchTweets(x: XRead, query: string, paging: PagingSince = {}): Posts {
  return page(() => x.search(checkFilled('query', query), checkSince(paging, [10, 100])))
}

export function getMentions(x: XRead, userId: string, paging: PagingSince = {}): Posts {
  return page(() => x.getMentions(checkId('user_id', userId), checkSince(paging, [5, 100])))
}

export function getUserTweets(x: XRead, userId: string, paging: PagingSince = {}): Posts {
  return page(() => x.getUserPosts(checkId('user_id', userId), checkSince(paging, [5, 100])))
}

export function getHomeTimeline(x: XRead, userId: string, paging: PagingSince = {}): Posts {
  return page(() => x.getHomeTimeline(checkId('user_id', userId), checkSince(paging, [1, 100])))
}

export function getLikedTweets(x: XRead, userId: string, paging: Paging = {}): Posts {
  return page(() => x.getLikedPosts(checkId('user_id', userId), checkPaging(paging, [5, 100])))
}

export function getBookmarks(x: XRead, userId: string, paging: Paging = {}): Posts {
  return page(() => x.getBookmarks(checkId('user_id', userId), checkPaging(paging, [1, 100])))
}

export function getQuotes(x: XRead, tweetId: string, paging: Paging = {}): Posts {
  return page(() => x.getQuotes(checkId('tweet_id', tweetId), checkPaging(paging, [10, 100])))
}

export function getFollowers(x: XRead, userId: string, paging: Paging = {}): Users {
  return page(() => x.getFollowers(checkId('user_id', userId), checkPaging(paging, [1, 1000])))
}

export function getFollowing(x: XRead, userId: string, paging: Paging = {}): Users {
  return page(() => x.getFollowing(checkId('user_id', userId), checkPaging(paging, [1, 1000])))
}

export function getLikingUsers(x: XRead, tweetId: string, paging: Paging = {}): Users {
  return page(() => x.getLikingUsers(checkId('tweet_id', tweetId), checkPaging(paging, [1, 100])))
}

function checkUsername(value: string): string {
  const username = value.replace(/^@/, '')
  if (/^[A-Za-z0-9_]{1,15}$/.test(username)) return username
  throw invalidInput('username', 'username must be 1 to 15 letters, digits and underscores')
}

function checkPaging(paging: Paging, range: [number, number]): PageOptions {
  if (paging.maxResults !== undefined) checkRange('max_results', paging.maxResults, range)
  if (paging.pageToken !== undefined) checkFilled('pagination_token', paging.pageToken)
  return paging
}

function checkSince(paging: PagingSince, range: [number, number]): PagingSince {
  if (paging.sinceId !== undefined) checkId('since_id', paging.sinceId)
  checkPaging(paging, range)
  return paging
}

async function one<Value>(read: () => Promise<XResult<Value>>): Promise<Value> {
  try {
    return (await read()).data
  } catch (error) {
    throw toToolkitError(error)
  }
}

async function page<Item>(read: () => Promise<XPage<Item>>): Promise<Page<Item>> {
  try {
    return toPage(await read())
  } catch (error) {
    throw toToolkitError(error)
  }
}
