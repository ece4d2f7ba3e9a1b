import { type Tracer } from '@armorer/core'
import { systemClock } from '@armorer/runtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultRetryPolicy } from '../../src/x-api/call-read.js'
import { type Names } from '../../src/x-api/names.js'
import { type ReadId } from '../../src/x-api/endpoints/endpoints.js'
import { type Cast, readOperations, setTheScene } from '../operations.js'
import { openDoor, startWorld, tokenOf, type World } from '../x-world.js'

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

test('a search finds posts with their authors', async () => {
  x.post('bob', { text: 'A sandwich like no other' })
  const { items, meta } = await openDoor(x).read.search('sandwich like', { maxResults: 10 })
  expect(items.map(({ text, author }) => [text, author?.username])).toEqual([
    ['A sandwich like no other', 'bob'],
  ])
  expect(meta.rate.quarter).toMatchObject({ limit: 300, remaining: 299 })
  expect(meta).toMatchObject({ status: 200, attempts: 1, transactionId: expect.any(String) })
})

test('a post comes with all that is known of it', async () => {
  const target = x.post('bob', { text: 'What do you think, @alice?' })
  const { id } = x.post('alice', { text: 'See https://example.com/x', replyTo: target })
  const { data } = await openDoor(x).read.getPost(id)
  expect(data).toMatchObject({
    id,
    text: expect.stringMatching(/^@bob See https:\/\/t\.co\//),
    authorId: cast.alice,
    author: { username: 'alice', metrics: { followers: expect.any(Number) } },
    metrics: { likes: 0, reposts: 0, replies: 0, quotes: 0, impressions: 0 },
    references: [{ kind: 'replied_to', id: target.id }],
    replyToUserId: cast.bob,
    links: [{ expandedUrl: 'https://example.com/x' }],
    mentions: [{ username: 'bob', id: cast.bob }],
  })
})

const sets: ReadonlyArray<readonly [Names, Names | 'asked']> = [
  ['post', 'asked'],
  ['tweet', 'asked'],
  ['post', 'tweet'],
  ['tweet', 'post'],
]

test.each(readOperations)('$name reads the same in every set of names', async ({ run }) => {
  const results: unknown[] = []
  for (const [asks, answers] of sets) {
    await using other = await startWorld({ names: answers, seed: 3 })
    const scene = setTheScene(other)
    const { meta, ...result } = (await run(
      openDoor(other, 'alice', { names: asks }).read,
      scene,
    )) as {
      meta: unknown
    }
    results.push(result)
  }
  expect(results[0]).toMatchObject({ partial: [] })
  expect(results[0]).not.toMatchObject({ items: [] })
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
})

test.each<[Names, string]>([
  ['post', 'post.fields'],
  ['tweet', 'tweet.fields'],
])('asked in %s names, the query says %s', async (names, wanted) => {
  await openDoor(x, 'alice', { names }).read.getPost(cast.own)
  const path = x.truth.requests().at(-1)?.path ?? ''
  const { searchParams } = new URL(path, x.url)
  expect([...searchParams.keys()].filter((key) => /^(?:post|tweet)\./.test(key))).toEqual([wanted])
  expect(searchParams.get('expansions')).toContain(
    names === 'post' ? 'referenced_posts' : 'referenced_tweets.id',
  )
})

test('pages follow one another to the end', async () => {
  for (let n = 0; n < 12; n++) x.post('carol', { text: `Number ${n}` })
  const { read } = openDoor(x)
  const carol = x.account('carol')
  const ids: string[] = []
  let pageToken: string | undefined
  do {
    const page = await read.getUserPosts(carol.id, {
      maxResults: 5,
      ...(pageToken !== undefined && { pageToken }),
    })
    ids.push(...page.items.map(({ id }) => id))
    pageToken = page.nextToken
  } while (pageToken !== undefined)
  expect(ids).toEqual(carol.posts.map(({ id }) => id).toReversed())
})

test('what is not there is said beside what is', async () => {
  const { items, partial } = await openDoor(x).read.getPosts([cast.own, '1'])
  expect(items.map(({ id }) => id)).toEqual([cast.own])
  expect(partial).toMatchObject([{ type: 'resource-not-found', resourceId: '1' }])
})

test('a lookup that finds nothing is an error, though X says 200', async () => {
  await expect(openDoor(x).read.getPost('1')).rejects.toMatchObject({
    failure: { code: 'not_found' },
  })
})

test('an empty page is a page', async () => {
  const { items, nextToken } = await openDoor(x).read.search('zqxjkv', { maxResults: 10 })
  expect([items, nextToken]).toEqual([[], undefined])
})

test('a batch of users needs no meta', async () => {
  const { items } = await openDoor(x).read.getUsersByIds([cast.alice, cast.bob])
  expect(items.map(({ username }) => username)).toEqual(['alice', 'bob'])
})

test('a refused token is renewed, and the call made once more', async () => {
  const good = tokenOf(x, 'alice')
  const refused: string[] = []
  const tokens = {
    ...good,
    get: () => Promise.resolve('stale'),
    renew: (token: string) => {
      refused.push(token)
      return good.get()
    },
  }
  const { data } = await openDoor(x, 'alice', { tokens }).read.getMe()
  expect(data.username).toBe('alice')
  expect(refused).toEqual(['stale'])
})

test('calls for apps are made with the token of the app', async () => {
  const { read } = openDoor(x)
  const { body } = await read.get('getUsage')
  expect(body['data']).toMatchObject({ project_cap: expect.anything() })
  expect(x.truth.requests().at(-1)?.caller).toBe('app')
})

test('without a token of the app, such a call says what is missing', async () => {
  const { connection } = openDoor(x)
  const { createXRead } = await import('../../src/x-api/x-read.js')
  const read = createXRead({ ...connection, appToken: undefined })
  await expect(read.get('getUsage')).rejects.toMatchObject({ failure: { code: 'not_configured' } })
})

test.each<[ReadId, Record<string, unknown>]>([
  ['getPostsById', {}],
  ['getPostsById', { id: '../users/me' }],
  ['getPostsById', { id: '12', color: 'red' }],
  ['searchPostsRecent', { query: 'a', max_results: 9 }],
])('%s refuses arguments that its row does not have: %j', async (id, args) => {
  const before = x.truth.requests().length
  await expect(openDoor(x).read.get(id, args as never)).rejects.toMatchObject({
    failure: { code: 'invalid_request', status: 400 },
  })
  expect(x.truth.requests()).toHaveLength(before)
})

test('a limit that X has announced is kept without asking again', async () => {
  const { read } = openDoor(x)
  x.fault({ method: 'GET', fault: { kind: 'status', status: 429, when: 'before' } })
  await expect(read.getMe()).rejects.toMatchObject({
    failure: { code: 'rate_limited', retryAfterMs: 900_000 },
  })
  const before = x.truth.requests().length
  x.time.advance(100_000)
  await expect(read.getMe()).rejects.toMatchObject({
    failure: { code: 'rate_limited', retryAfterMs: 800_000 },
  })
  expect(x.truth.requests()).toHaveLength(before)
  await expect(read.getUserById(cast.bob)).resolves.toMatchObject({ data: { username: 'bob' } })
  x.time.advance(800_000)
  await expect(read.getMe()).resolves.toMatchObject({ data: { username: 'alice' } })
})

test('limits are kept apart by account, method and path', async () => {
  const { read } = openDoor(x)
  await read.getMe()
  await read.getUserById(cast.bob)
  expect(read.limits().map(({ key }) => key)).toEqual([
    'alice GET /2/users/me',
    'alice GET /2/users/{id}',
  ])
})

test('whoever asks to stop is not told about the network', async () => {
  const controller = new AbortController()
  x.fault({ method: 'GET', times: 3, fault: { kind: 'hang', when: 'before' } })
  const search = openDoor(x).read.search('anything', {
    maxResults: 10,
    signal: controller.signal,
  })
  controller.abort(new Error('enough'))
  await expect(search).rejects.toThrow('enough')
})

test('a read by its path is answered as X answers', async () => {
  const { read } = openDoor(x)
  const path = `/2/tweets/${cast.own}`
  const query = { 'tweet.fields': 'public_metrics' }
  const { body } = await read.request({ method: 'GET', path, query })
  expect(body['data']).toMatchObject({ id: cast.own, public_metrics: { retweet_count: 1 } })
})

test.each(['/2/tweets/../users/me', '/2/nothing', '/1.1/statuses/home_timeline.json'])(
  'a path that the table does not have is not asked: %s',
  async (path) => {
    const before = x.truth.requests().length
    await expect(openDoor(x).read.request({ method: 'GET', path })).rejects.toMatchObject({
      failure: { code: 'invalid_request' },
    })
    expect(x.truth.requests()).toHaveLength(before)
  },
)

test('what is tried again waits from half a second to five, no two alike', async () => {
  const waits: number[] = []
  const clock = {
    ...systemClock,
    after(ms: number, callback: () => void) {
      waits.push(ms)
      return systemClock.after(0, callback)
    },
  }
  for (const chance of [0, 0.5, 0.999]) {
    x.fault({ method: 'GET', times: 5, fault: { kind: 'status', status: 503, when: 'before' } })
    const policy = { retries: 4, minMs: 500, maxMs: 5_000 }
    await openDoor(x, 'alice', { policy, clock, random: () => chance })
      .read.getMe()
      .catch(() => 'down')
  }
  expect(waits.slice(0, 4)).toEqual([500, 500, 500, 500])
  expect(waits.slice(4, 8)).toEqual([750, 1250, 2250, 2750])
  expect(Math.max(...waits)).toBeLessThan(5_000)
})

test('two retries are the default', () => {
  expect(defaultRetryPolicy).toEqual({ retries: 2, minMs: 500, maxMs: 5_000 })
})

test('a read is one span, however often it is tried', async () => {
  const spans: string[] = []
  const tracer: Tracer = {
    startSpan(name) {
      spans.push(name)
      return {
        setAttributes: () => {},
        recordError: () => spans.push('error'),
        end: () => spans.push('end'),
      }
    },
  }
  x.fault({ method: 'GET', fault: { kind: 'status', status: 503, when: 'before' } })
  await openDoor(x, 'alice', { tracer }).read.getMe()
  expect(spans).toEqual(['x.read', 'end'])
})

test('what an account may do is known without a call', async () => {
  const before = x.truth.requests().length
  const tokens = tokenOf(x, 'alice', ['tweet.read', 'users.read', 'offline.access'])
  const { standing } = await openDoor(x, 'alice', { tokens }).read.capabilities()
  expect(standing.read).toEqual({ can: true })
  expect(standing.post).toMatchObject({ can: false, why: expect.stringContaining('tweet.write') })
  expect(x.truth.requests()).toHaveLength(before)
})
