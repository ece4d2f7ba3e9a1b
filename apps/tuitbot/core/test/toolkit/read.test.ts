import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Page } from '../../src/toolkit/pagination.js'
import * as toolkit from '../../src/toolkit/read.js'
import { type XRead } from '../../src/x-api/x-read.js'
import { type Cast, setTheScene } from '../operations.js'
import { openDoor, startWorld, type World } from '../x-world.js'

let x: World
let cast: Cast
beforeAll(async () => {
  x = await startWorld()
  cast = setTheScene(x)
})
beforeEach(() => {
  x.faults.clear()
  x.time.advance(16 * 60_000)
})
afterAll(() => x.close())

type Paged = (read: XRead, paging?: toolkit.Paging) => Promise<Page<{ id: string }>>

const paged: ReadonlyArray<readonly [string, number, Paged]> = [
  ['searchTweets', 10, (read, paging) => toolkit.searchTweets(read, 'from:alice', paging)],
  ['getMentions', 5, (read, paging) => toolkit.getMentions(read, cast.alice, paging)],
  ['getUserTweets', 5, (read, paging) => toolkit.getUserTweets(read, cast.bob, paging)],
  ['getHomeTimeline', 1, (read, paging) => toolkit.getHomeTimeline(read, cast.alice, paging)],
  ['getLikedTweets', 5, (read, paging) => toolkit.getLikedTweets(read, cast.alice, paging)],
  ['getBookmarks', 1, (read, paging) => toolkit.getBookmarks(read, cast.alice, paging)],
  ['getQuotes', 10, (read, paging) => toolkit.getQuotes(read, cast.own, paging)],
  ['getFollowers', 1, (read, paging) => toolkit.getFollowers(read, cast.alice, paging)],
  ['getFollowing', 1, (read, paging) => toolkit.getFollowing(read, cast.alice, paging)],
  ['getLikingUsers', 1, (read, paging) => toolkit.getLikingUsers(read, cast.own, paging)],
]

test.each(paged)('%s gives every item once, page by page', async (_, least, read) => {
  const { read: client } = openDoor(x)
  const whole = await read(client, { maxResults: 100 })
  expect(whole.items.length).toBeGreaterThan(0)
  expect(whole.pagination).toEqual({ resultCount: whole.items.length, hasMore: false })
  const ids: string[] = []
  let pageToken: string | undefined
  for (;;) {
    const page = await read(client, { maxResults: least, ...(pageToken && { pageToken }) })
    ids.push(...page.items.map(({ id }) => id))
    expect(page.pagination.hasMore).toBe(page.pagination.nextToken !== undefined)
    expect(page.pagination.resultCount).toBe(page.items.length)
    pageToken = page.pagination.nextToken
    if (pageToken === undefined) break
  }
  expect(ids).toEqual(whole.items.map(({ id }) => id))
})

test.each(paged)('%s refuses page sizes that X does not have', async (_, least, read) => {
  const before = x.truth.requests().length
  for (const maxResults of [least - 1, 1_001, 10.5, Number.NaN]) {
    await expect(read(openDoor(x).read, { maxResults })).rejects.toMatchObject({
      failure: { code: 'invalid_input', field: 'max_results' },
    })
  }
  expect(x.truth.requests()).toHaveLength(before)
})

test('single things are found', async () => {
  const { read } = openDoor(x)
  expect(await toolkit.getTweet(read, cast.own)).toMatchObject({ text: 'A post of my own' })
  expect(await toolkit.getMe(read)).toMatchObject({ username: 'alice' })
  expect(await toolkit.getUserById(read, cast.bob)).toMatchObject({ username: 'bob' })
  expect(await toolkit.getUserByUsername(read, '@bob')).toMatchObject({ id: cast.bob })
  expect((await toolkit.getTweets(read, [cast.own, cast.other])).items).toHaveLength(2)
  expect((await toolkit.getUsersByIds(read, [cast.alice, cast.bob])).items).toHaveLength(2)
})

test('only what is newer is searched for', async () => {
  const { read } = openDoor(x)
  const sinceId = x.account('alice').posts.at(-1)?.id ?? ''
  const { id } = x.post('alice', { text: 'Newer than that' })
  const { items } = await toolkit.searchTweets(read, 'from:alice', { sinceId })
  expect(items.map((post) => post.id)).toEqual([id])
})

const emptyOnes: ReadonlyArray<readonly [string, string, (read: XRead) => Promise<unknown>]> = [
  ['getTweet', 'tweet_id', (read) => toolkit.getTweet(read, '')],
  ['getTweet', 'tweet_id', (read) => toolkit.getTweet(read, '../me')],
  ['getTweets', 'tweet_ids', (read) => toolkit.getTweets(read, [])],
  ['getTweets', 'tweet_ids', (read) => toolkit.getTweets(read, ['1', ''])],
  ['getUserById', 'user_id', (read) => toolkit.getUserById(read, '')],
  ['getUserByUsername', 'username', (read) => toolkit.getUserByUsername(read, '')],
  ['getUserByUsername', 'username', (read) => toolkit.getUserByUsername(read, 'a/../b')],
  ['getUsersByIds', 'user_ids', (read) => toolkit.getUsersByIds(read, hundredAndOne)],
  ['searchTweets', 'query', (read) => toolkit.searchTweets(read, '  ')],
  ['searchTweets', 'since_id', (read) => toolkit.searchTweets(read, 'a', { sinceId: '' })],
  [
    'searchTweets',
    'pagination_token',
    (read) => toolkit.searchTweets(read, 'a', { pageToken: '' }),
  ],
  ['getMentions', 'user_id', (read) => toolkit.getMentions(read, '')],
  ['getUserTweets', 'user_id', (read) => toolkit.getUserTweets(read, '')],
  ['getHomeTimeline', 'user_id', (read) => toolkit.getHomeTimeline(read, '')],
  ['getLikedTweets', 'user_id', (read) => toolkit.getLikedTweets(read, '')],
  ['getBookmarks', 'user_id', (read) => toolkit.getBookmarks(read, '')],
  ['getFollowers', 'user_id', (read) => toolkit.getFollowers(read, '')],
  ['getFollowing', 'user_id', (read) => toolkit.getFollowing(read, '')],
  ['getLikingUsers', 'tweet_id', (read) => toolkit.getLikingUsers(read, '')],
  ['getQuotes', 'tweet_id', (read) => toolkit.getQuotes(read, '')],
]
const hundredAndOne = Array.from({ length: 101 }, (_, n) => String(n + 1))

test.each(emptyOnes)('%s names the %s that is wrong, and asks nothing', async (_, field, read) => {
  const before = x.truth.requests().length
  await expect(read(openDoor(x).read)).rejects.toMatchObject({
    name: 'ToolkitError',
    failure: { code: 'invalid_input', field },
  })
  expect(x.truth.requests()).toHaveLength(before)
})

test('what X refuses becomes a failure of the toolkit', async () => {
  const { read } = openDoor(x)
  await expect(toolkit.getTweet(read, '1')).rejects.toMatchObject({
    name: 'ToolkitError',
    failure: { code: 'x_api_error', status: 404, passing: false },
  })
  x.fault({ method: 'GET', fault: { kind: 'status', status: 429, when: 'before' } })
  await expect(toolkit.getFollowers(read, cast.alice)).rejects.toMatchObject({
    failure: { code: 'x_rate_limited', retryAfterMs: 900_000 },
  })
})
