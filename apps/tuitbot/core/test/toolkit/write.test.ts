import { permitFor } from '@armorer/gateway/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as engage from '../../src/toolkit/engage.js'
import { type ThreadPart, checkThread, postThread } from '../../src/toolkit/thread.js'
import {
  deleteTweet,
  type PostArgs,
  postTweet,
  priceOf,
  toDeleteRequest,
  toPostRequest,
} from '../../src/toolkit/write.js'
import { type WriteRequest } from '../../src/x-api/request.js'
import { type Cast, setTheScene } from '../operations.js'
import { openDoor, permitted, startWorld, type World } from '../x-world.js'

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

test.each<[PostArgs, object]>([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [
    { text: 'Hi', replyTo: '5' },
    { text: 'Hi', reply: { in_reply_to_tweet_id: '5' } },
  ],
  [
    { text: 'Look', quoteOf: '5' },
    { text: 'Look', quote_tweet_id: '5' },
  ],
  [{ text: '', mediaIds: ['7'] }, { media: { media_ids: ['7'] } }],
  [{ text: 'a', mediaIds: [] }, { text: 'a' }],
  [
    { text: 'Which?', poll: { options: ['a', 'b'], minutes: 60 } },
    { text: 'Which?', poll: { options: ['a', 'b'], duration_minutes: 60 } },
  ],
  [
    { text: 'Ad', paidPartnership: true, madeWithAi: true, replySettings: 'verified', edits: '3' },
    {
      text: 'Ad',
      paid_partnership: true,
      made_with_ai: true,
      reply_settings: 'verified',
      edit_options: { previous_post_id: '3' },
    },
  ],
])('%j is asked for as X wants it', (args, body) => {
  expect(toPostRequest(args)).toEqual({ method: 'POST', path: '/2/tweets', body })
})

test.each<[string, PostArgs]>([
  ['text', { text: '' }],
  ['text', { text: ' \n' }],
  ['text', { text: 'half \ud83d' }],
  ['in_reply_to_id', { text: 'a', replyTo: '' }],
  ['quoted_tweet_id', { text: 'a', quoteOf: 'x' }],
  ['media_ids', { text: 'a', mediaIds: ['1', '2', '3', '4', '5'] }],
  ['media_ids', { text: 'a', mediaIds: ['x'] }],
  ['media_ids', { text: 'a', mediaIds: ['1'], quoteOf: '2' }],
  ['media_ids', { text: 'a', mediaIds: ['1'], poll: { options: ['a', 'b'], minutes: 5 } }],
  ['poll', { text: 'a', poll: { options: ['a'], minutes: 5 } }],
  ['poll', { text: 'a', poll: { options: ['a', 'b'.repeat(26)], minutes: 5 } }],
  ['poll', { text: 'a', poll: { options: ['a', 'b'], minutes: 4 } }],
  ['edits', { text: 'a', edits: 'x' }],
])('wrong %s: %j is not asked for', (field, args) => {
  expect(() => toPostRequest(args)).toThrow(
    expect.objectContaining({ failure: { code: 'invalid_input', field } }),
  )
})

test('length is counted as X counts it, not in bytes or signs', () => {
  const fits = [
    'é'.repeat(280),
    '漢'.repeat(140),
    '👩‍👩‍👧‍👦'.repeat(140),
    `${'a'.repeat(256)} https://example.com/${'b'.repeat(300)}`,
  ]
  for (const text of fits) {
    expect(toPostRequest({ text }).body).toEqual({ text })
    expect(() => toPostRequest({ text: `a${text}` })).toThrow(
      expect.objectContaining({ failure: { code: 'tweet_too_long', length: 281, limit: 280 } }),
    )
  }
  expect(toPostRequest({ text: 'a'.repeat(25_000) }, { limit: 25_000 }).path).toBe('/2/tweets')
})

test('what passes here, X takes', async () => {
  const { write } = openDoor(x)
  for (const text of ['漢'.repeat(140), `${'a'.repeat(256)} https://example.com/long`]) {
    expect(await postTweet(write, ...permitted(toPostRequest({ text })))).toMatchObject({
      kind: 'applied',
    })
  }
})

test('the price of a post is told before it is sent', () => {
  expect(priceOf({ text: 'Hello' })).toBe(15_000)
  expect(priceOf({ text: 'Hello' }, true)).toBe(10_000)
  expect(priceOf({ text: 'Hello, see example.com' })).toBe(200_000)
})

test('a post is made and taken away', async () => {
  const { write } = openDoor(x)
  const sent = await postTweet(write, ...permitted(toPostRequest({ text: 'For a moment' })))
  if (sent.kind !== 'applied') throw new Error(sent.message)
  const request = toDeleteRequest(sent.value.id)
  expect(await deleteTweet(write, permitFor(request), request)).toMatchObject({ kind: 'applied' })
  expect(x.world.posts.get(sent.value.id)?.deletedAt).toBeDefined()
})

test('engagements change what they say, and back', async () => {
  const { write } = openDoor(x)
  const alice = x.account('alice')
  const { id: tweetId } = x.post('bob', { text: 'Engaging' })
  const on = { userId: cast.alice, tweetId }
  const whom = { userId: cast.alice, targetUserId: x.account('heidi').id }
  const has = () => [
    alice.likes.has(tweetId),
    alice.bookmarks.has(tweetId),
    x.world.posts.get(tweetId)?.reposts.has(alice.id),
    alice.following.has(whom.targetUserId),
    alice.muting.has(whom.targetUserId),
  ]
  await engage.likeTweet(write, ...permitted(engage.toLikeRequest(on)))
  await engage.bookmarkTweet(write, ...permitted(engage.toBookmarkRequest(on)))
  await engage.retweet(write, ...permitted(engage.toRetweetRequest(on)))
  await engage.followUser(write, ...permitted(engage.toFollowRequest(whom)))
  await engage.muteUser(write, ...permitted(engage.toMuteRequest(whom)))
  expect(has()).toEqual([true, true, true, true, true])
  await engage.unlikeTweet(write, ...permitted(engage.toUnlikeRequest(on)))
  await engage.unbookmarkTweet(write, ...permitted(engage.toUnbookmarkRequest(on)))
  await engage.unretweet(write, ...permitted(engage.toUnretweetRequest(on)))
  await engage.unfollowUser(write, ...permitted(engage.toUnfollowRequest(whom)))
  await engage.unmuteUser(write, ...permitted(engage.toUnmuteRequest(whom)))
  expect(has()).toEqual([false, false, false, false, false])
})

test('a reply is hidden and shown again', async () => {
  const { write } = openDoor(x)
  for (const hidden of [true, false]) {
    const request = engage.toHideReplyRequest({ tweetId: cast.reply, hidden })
    expect(await engage.setReplyHidden(write, ...permitted(request))).toMatchObject({
      kind: 'applied',
      value: { hidden },
    })
    expect(x.world.posts.get(cast.reply)?.hidden).toBe(hidden)
  }
})

test.each<[string, () => WriteRequest]>([
  ['tweet_id', () => toDeleteRequest('')],
  ['user_id', () => engage.toLikeRequest({ userId: '', tweetId: '1' })],
  ['tweet_id', () => engage.toUnlikeRequest({ userId: '1', tweetId: '' })],
  ['tweet_id', () => engage.toRetweetRequest({ userId: '1', tweetId: '' })],
  ['tweet_id', () => engage.toUnretweetRequest({ userId: '1', tweetId: '1/2' })],
  ['user_id', () => engage.toBookmarkRequest({ userId: 'me', tweetId: '1' })],
  ['tweet_id', () => engage.toUnbookmarkRequest({ userId: '1', tweetId: '' })],
  ['target_user_id', () => engage.toFollowRequest({ userId: '1', targetUserId: '' })],
  ['target_user_id', () => engage.toUnfollowRequest({ userId: '1', targetUserId: '..' })],
  ['target_user_id', () => engage.toMuteRequest({ userId: '1', targetUserId: '' })],
  ['user_id', () => engage.toUnmuteRequest({ userId: '', targetUserId: '1' })],
  ['tweet_id', () => engage.toHideReplyRequest({ tweetId: '', hidden: true })],
])('an empty or strange %s makes no request', (field, make) => {
  expect(make).toThrow(expect.objectContaining({ failure: { code: 'invalid_input', field } }))
})

const parts: readonly ThreadPart[] = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]

test('a thread is a chain of replies', async () => {
  const { write } = openDoor(x)
  const ids = await postThread(parts, (request) => postTweet(write, ...permitted(request)))
  expect(ids.map((id) => x.world.posts.get(id)?.text)).toEqual(['One', 'Two', 'Three'])
  expect(ids.map((id) => x.world.posts.get(id)?.replyToId)).toEqual([undefined, ids[0], ids[1]])
})

test.each([
  ['status', 'was not posted', false],
  ['drop', 'may or may not be there', true],
] as const)(
  'a thread that breaks with %s says what stands, and goes on there',
  async (kind, says, unknown) => {
    const { write } = openDoor(x)
    const texts = parts.map(({ text }) => ({ text: `${text}, ${kind}` }))
    const post = (request: WriteRequest) => postTweet(write, ...permitted(request))
    const fault =
      kind === 'drop'
        ? { kind, when: 'before' as const }
        : { kind, status: 403, when: 'before' as const }
    x.fault({ method: 'POST', skip: 1, fault })
    const failure: unknown = await postThread(texts, post).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: expect.stringContaining(`post 2 of 3 ${says}`),
      failure: { code: 'thread_partial_failure', failedIndex: 1, total: 3, unknown },
    })
    const { postedIds } = (failure as { failure: { postedIds: string[] } }).failure
    const ids = await postThread(texts, post, postedIds)
    expect(ids.slice(0, 1)).toEqual(postedIds)
    expect(ids.map((id) => x.world.posts.get(id)?.replyToId)).toEqual([undefined, ids[0], ids[1]])
  },
)

test('every part of a thread is checked before the first is posted', async () => {
  const long = [...parts, { text: 'x'.repeat(281) }]
  expect(() => checkThread(long)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('post 4'),
      failure: { code: 'tweet_too_long', length: 281, limit: 280, index: 3 },
    }),
  )
  const before = x.truth.requests().length
  const post = (request: WriteRequest) => postTweet(openDoor(x).write, ...permitted(request))
  await expect(postThread(long, post)).rejects.toThrow('post 4')
  await expect(postThread([{ text: 'a' }, { text: '' }], post)).rejects.toMatchObject({
    failure: { code: 'invalid_input', field: 'tweets[1]' },
  })
  await expect(postThread([], post)).rejects.toMatchObject({ failure: { field: 'tweets' } })
  expect(x.truth.requests()).toHaveLength(before)
})
