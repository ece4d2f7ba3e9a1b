import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { ApiError, Client, PostPaginator, UserPaginator } from '@xdevplatform/xdk'
import { expect, test } from 'vitest'

// X's own SDK is the judge here: what it can use, a client of X can use.
const start = () => startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })

test("X's SDK reads the account, its posts and a search", async () => {
  await using x = await start()
  const client = new Client({ baseUrl: x.url, accessToken: x.token('alice').accessToken })

  const me = await client.users.getMe({ userFields: ['public_metrics', 'created_at'] })
  expect(me.data?.username).toBe('alice')

  const posts = await client.users.getPosts(x.account('alice').id, { maxResults: 5 })
  expect(posts.data?.length).toBeGreaterThan(0)

  const found = await client.posts.searchRecent('lantern', {
    maxResults: 10,
    expansions: ['author_id'],
    postFields: ['created_at', 'public_metrics'],
  })
  expect(found.data?.length).toBeGreaterThan(0)
  expect(found.includes?.users?.length).toBeGreaterThan(0)
})

test("X's SDK makes a post, finds it again and deletes it", async () => {
  await using x = await start()
  const client = new Client({ baseUrl: x.url, accessToken: x.token('alice').accessToken })

  const made = await client.posts.create({ text: 'made by the SDK' })
  const id = made.data?.id ?? ''
  expect((await client.posts.getById(id)).data?.text).toBe('made by the SDK')

  expect((await client.posts.delete(id)).data?.deleted).toBe(true)
  expect((await client.posts.getById(id)).errors?.[0]?.title).toBe('Not Found Error')
})

test("X's SDK sees a refusal as an error with status, headers and body", async () => {
  await using x = await start()
  const client = new Client({ baseUrl: x.url, accessToken: x.token('alice').accessToken })
  await client.posts.create({ text: 'twice' })

  const error: unknown = await client.posts
    .create({ text: 'twice' })
    .catch((caught: unknown) => caught)

  expect(error).toBeInstanceOf(ApiError)
  if (!(error instanceof ApiError)) return
  expect(error.status).toBe(403)
  expect(error.headers.get('x-rate-limit-remaining')).toBe('98')
  expect(error.data).toMatchObject({
    detail: 'You are not allowed to create a Tweet with duplicate content.',
  })
})

test("X's SDK walks through all pages of followers and of a timeline", async () => {
  await using x = await start()
  const client = new Client({ baseUrl: x.url, accessToken: x.token('alice').accessToken })
  for (let index = 0; index < 23; index++) x.post('alice', { text: `number ${index}` })
  const alice = x.account('alice')

  const posts = new PostPaginator(async (token) => {
    const page = await client.users.getPosts(alice.id, {
      maxResults: 10,
      ...(token && { paginationToken: token }),
    })
    return { data: page.data ?? [], meta: page.meta ?? {} }
  })
  const seen = new Set<string>()
  for await (const post of posts) seen.add((post as { id: string }).id)
  expect(seen).toEqual(new Set(alice.posts.map(({ id }) => id)))

  const followers = new UserPaginator(async (token) => {
    const page = await client.users.getFollowers(alice.id, {
      maxResults: 3,
      ...(token && { paginationToken: token }),
    })
    return { data: page.data ?? [], meta: page.meta ?? {} }
  })
  const names = new Set<string>()
  for await (const one of followers) names.add((one as { id: string }).id)
  expect(names).toEqual(new Set(alice.followers.keys()))
})
