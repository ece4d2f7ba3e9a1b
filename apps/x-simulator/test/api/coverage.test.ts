import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

// What a client of X asks for, by method and path; braces stand for ids.
const client = `
GET /2/tweets/search/recent
GET /2/users/{id}/mentions
GET /2/tweets/{post}
GET /2/users/me
GET /2/users/by/username/bob
GET /2/users/{id}
GET /2/users
GET /2/users/{id}/tweets
GET /2/users/{id}/timelines/reverse_chronological
GET /2/users/{id}/liked_tweets
GET /2/users/{id}/bookmarks
GET /2/users/{id}/followers
GET /2/users/{id}/following
GET /2/tweets/{post}/liking_users
POST /2/tweets
DELETE /2/tweets/{post}
POST /2/users/{id}/likes
DELETE /2/users/{id}/likes/{post}
POST /2/users/{id}/retweets
DELETE /2/users/{id}/retweets/{post}
POST /2/users/{id}/following
DELETE /2/users/{id}/following/{other}
POST /2/users/{id}/bookmarks
DELETE /2/users/{id}/bookmarks/{post}
POST /2/media/upload
POST /2/media/upload/initialize
POST /2/media/upload/{post}/append
POST /2/media/upload/{post}/finalize
GET /2/media/upload`

const specPack = `
GET /2/users/{id}/blocking
POST /2/lists
DELETE /2/lists/{list}
POST /2/users/{id}/followed_lists
GET /2/lists/{list}/followers
GET /2/lists/{list}
GET /2/lists/{list}/members
POST /2/lists/{list}/members
DELETE /2/lists/{list}/members/{other}
GET /2/users/{id}/list_memberships
GET /2/users/{id}/owned_lists
POST /2/users/{id}/pinned_lists
GET /2/users/{id}/pinned_lists
GET /2/lists/{list}/tweets
DELETE /2/users/{id}/followed_lists/{list}
PUT /2/lists/{list}
POST /2/users/{id}/muting
DELETE /2/users/{id}/muting/{other}
GET /2/users/{id}/muting
GET /2/spaces/1YqJDLkMaRVGV/buyers
GET /2/spaces/by/creator_ids
GET /2/spaces/1YqJDLkMaRVGV
GET /2/spaces
GET /2/spaces/search
GET /2/spaces/1YqJDLkMaRVGV/tweets
GET /2/tweets/counts/recent
PUT /2/tweets/{post}/hidden
GET /2/tweets
GET /2/tweets/{post}/quote_tweets
GET /2/tweets/{post}/retweeted_by
GET /2/users/by`

const lines = (text: string) => text.trim().split('\n')
const start = () =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), access: 'enterprise' })

test.each([...lines(client), ...lines(specPack)])('%s is a call that X has', async (line) => {
  await using x = await start()
  const token = x.token('alice').accessToken
  const list = (await ask(x, 'POST /2/lists', { token, body: { name: 'l' } })).textAt('data.id')
  const filled = line
    .replace('{id}', x.account('alice').id)
    .replace('{other}', x.account('bob').id)
    .replace('{post}', x.post('alice', { text: 'p' }).id)
    .replace('{list}', list)
  const heard = await ask(x, filled, { token, ...(!line.startsWith('GET') && { body: {} }) })
  expect([200, 400, 403]).toContain(heard.status)
  expect(heard.headers.get('x-rate-limit-limit')).not.toBeNull()
})

test.each([
  ['DELETE /2/users/{id}/blocking/{other}', 404],
  ['PUT /2/users/{id}/pinned_tweet', 404],
  ['DELETE /2/users/{id}/pinned_tweet', 404],
  ['GET /2/usage/credits', 404],
  ['GET /2/no/such/path', 404],
])(
  '%s is answered with nothing at all, as X answers what it does not have',
  async (line, status) => {
    await using x = await start()
    const path = line.replace('{id}', x.account('alice').id).replace('{other}', x.account('bob').id)
    const heard = await ask(x, path, { token: x.token('alice').accessToken })
    expect([heard.status, heard.text, heard.headers.get('content-type')]).toEqual([
      status,
      '',
      null,
    ])
  },
)

test('blocks can be read, but not made', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken
  const path = `/2/users/${x.account('alice').id}/blocking`
  const heard = await ask(x, `POST ${path}`, {
    token,
    body: { target_user_id: x.account('bob').id },
  })
  expect([heard.status, heard.headers.get('allow')]).toEqual([405, 'GET'])
  expect((await ask(x, `GET ${path}`, { token })).json).toEqual({ meta: { result_count: 0 } })
})

test('what has been retired says so', async () => {
  await using x = await start()
  const retired = await ask(x, 'POST /1.1/media/upload.json', { body: {} })
  expect(retired.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(retired.json).toMatchObject({
    errors: [{ code: 251 }],
  })
})

test.each([
  'GET /2/tweets/search/stream',
  'GET /2/users/public_keys',
  'POST /2/users/12/public_keys',
  'GET /2/dm_conversations/media/1/2/file',
  'POST /2/articles/draft',
])('%s is X’s, and is said not to be simulated', async (line) => {
  await using x = await start()
  expect((await ask(x, line, { token: x.token('alice').accessToken })).status).toBe(501)
})
