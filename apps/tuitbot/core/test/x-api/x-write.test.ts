import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Sent as GatewaySent } from '@armorer/gateway'
import { permitFor } from '@armorer/gateway/testing'
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { toLikeRequest } from '../../src/toolkit/engage.js'
import { toPostRequest } from '../../src/toolkit/write.js'
import { ProviderError } from '../../src/x-api/provider-error.js'
import { toWriteRequest, type WriteRequest } from '../../src/x-api/request.js'
import { type Sent } from '../../src/x-api/sent.js'
import { type CreatedPost } from '../../src/x-api/x-write.js'
import { type Cast, setTheScene, writeOperations } from '../operations.js'
import { openDoor, permitted, startWorld, tokenOf, type World } from '../x-world.js'

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

const hello = toPostRequest({ text: 'Hello!' })

test('an outcome is one that the gateway takes', () => {
  expectTypeOf<Sent<CreatedPost>>().toExtend<GatewaySent<CreatedPost>>()
})

test.each(writeOperations)('$name with a permit is applied', async (operation) => {
  const sent = await operation.send(openDoor(x).write, operation.request(cast))
  expect(sent).toMatchObject({ kind: 'applied' })
})

test('a post says under which id it stands, and what X has stored', async () => {
  const request = toPostRequest({ text: 'Read this: https://example.com/long/address' })
  const sent = await openDoor(x).write.createPost(...permitted(request))
  if (sent.kind !== 'applied') throw new Error(sent.message)
  const stored = x.world.posts.get(sent.value.id)
  expect(sent.externalId).toBe(stored?.id)
  expect(sent.value.text).toBe(stored?.text)
  expect(sent.value.text).toMatch(/https:\/\/t\.co\//)
})

test('the bytes on the wire are the request and nothing else', async () => {
  await openDoor(x).write.createPost(
    ...permitted(toPostRequest({ text: 'Ünïcödé 🫱🏽‍🫲🏿', paidPartnership: true })),
  )
  const seen = x.truth.requests().at(-1)
  expect(seen).toMatchObject({
    method: 'POST',
    path: '/2/tweets',
    body: '{"paid_partnership":true,"text":"Ünïcödé 🫱🏽‍🫲🏿"}',
  })
})

test('the same text again is a duplicate', async () => {
  const { write } = openDoor(x)
  await write.createPost(...permitted(hello))
  expect(await write.createPost(...permitted(hello))).toMatchObject({ kind: 'duplicate' })
})

test('deleting what is not there is refused as not found', async () => {
  const request = toWriteRequest('deletePosts', { id: '1' })
  expect(await openDoor(x).write.deletePost(...permitted(request))).toMatchObject({
    kind: 'refused',
    code: 'not_found',
  })
})

test.each<[string, (request: WriteRequest) => ReturnType<typeof permitFor>]>([
  ['for another text', () => permitFor(toPostRequest({ text: 'Goodbye!' }))],
  ['that is too old', (request) => permitFor(request, { lifeMs: 0 })],
  ['that nobody issued', (request) => ({ ...permitFor(request) })],
])('a permit %s sends nothing', async (_, permit) => {
  const before = x.truth.requests().length
  const sent = await openDoor(x).write.createPost(permit(hello), hello)
  expect(sent).toMatchObject({ kind: 'not_sent', message: expect.stringMatching(/permit/) })
  expect(x.truth.requests()).toHaveLength(before)
})

test('a permit sends once, also when two try at once', async () => {
  const request = toPostRequest({ text: 'Only once' })
  const permit = permitFor(request)
  const { write } = openDoor(x)
  const sent = await Promise.all(Array.from({ length: 5 }, () => write.createPost(permit, request)))
  expect(sent.map(({ kind }) => kind).toSorted()).toEqual([
    'applied',
    ...Array.from({ length: 4 }, () => 'not_sent'),
  ])
})

test('a request that was changed after its permit was given is not sent', async () => {
  const request = { method: 'POST', path: '/2/tweets', body: { text: 'Kind words' } } as const
  const permit = permitFor(request)
  Object.assign(request.body, { text: 'Unkind words' })
  expect(await openDoor(x).write.createPost(permit, request)).toMatchObject({ kind: 'not_sent' })
})

test('a request that changes while a token is fetched is sent as it was judged, or not at all', async () => {
  const own = x.post('alice', { text: 'To be kept' })
  const wanted = toWriteRequest('deletePosts', { id: '1' })
  const request = { ...toWriteRequest('deletePosts', { id: own.id }) }
  const tokens = {
    ...tokenOf(x, 'alice'),
    get: () => {
      Object.assign(request, wanted)
      return Promise.resolve(x.token('alice').accessToken)
    },
  }
  const { write } = openDoor(x, 'alice', { tokens })
  const sent = await write.deletePost(permitFor(wanted), request)
  expect(sent).toMatchObject({ kind: 'not_sent' })
  expect(x.world.posts.get(own.id)?.deletedAt).toBeUndefined()
})

test('a permit for one thing opens no other door', async () => {
  const request = toWriteRequest('deletePosts', { id: cast.own })
  const sent = await openDoor(x).write.createPost(...permitted(request))
  expect(sent).toMatchObject({ kind: 'not_sent' })
  expect(x.world.posts.get(cast.own)).toBeDefined()
})

test('the open door does not stage files', async () => {
  const request = toWriteRequest('finalizeMediaUpload', { id: '1' })
  expect(await openDoor(x).write.send(...permitted(request))).toMatchObject({ kind: 'not_sent' })
})

test('a connection that cannot be made has sent nothing', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { write } = openDoor(x, 'alice', { baseUrl: `http://127.0.0.1:${port}` })
  const sent = await write.createPost(...permitted(hello))
  expect(sent).toMatchObject({ kind: 'not_sent', retryAfterMs: 0 })
})

test.each([
  ['a certificate that does not fit', { code: 'CERT_HAS_EXPIRED' }],
  ['a host that may not be spoken to', { name: 'EgressError' }],
])('%s is nothing that passes', async (_, more) => {
  const cause = Object.assign(new Error('no'), more)
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const sent = await openDoor(x, 'alice', { fetch }).write.createPost(...permitted(hello))
  expect(sent).toEqual({ kind: 'not_sent', message: expect.stringContaining('X could not be') })
})

test.each([
  ['another token', () => Promise.resolve('another'), 0],
  ['none', () => Promise.reject(new Error('logged out')), undefined],
])('a refused token that is followed by %s may be tried again, or not', async (_, renew, wait) => {
  const tokens = { ...tokenOf(x, 'alice'), renew }
  x.fault({ method: 'POST', fault: { kind: 'status', status: 401, when: 'before' } })
  const sent = await openDoor(x, 'alice', { tokens }).write.createPost(...permitted(hello))
  expect(sent).toMatchObject({ kind: 'refused', code: 'auth_expired' })
  expect(Object(sent).retryAfterMs).toBe(wait)
})

test('a limit of which X does not say when it ends is waited for a minute', async () => {
  const fetch = () => Promise.resolve(new Response('{}', { status: 429 }))
  const sent = await openDoor(x, 'alice', { fetch }).write.createPost(...permitted(hello))
  expect(sent).toMatchObject({ kind: 'refused', code: 'rate_limited', retryAfterMs: 60_000 })
})

test('a name that nobody has has sent nothing', async () => {
  const { write } = openDoor(x, 'alice', { baseUrl: 'https://x.invalid' })
  expect(await write.createPost(...permitted(hello))).toMatchObject({ kind: 'not_sent' })
})

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async (status) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const isFirst = seen.length === 1
    response.writeHead(isFirst ? status : 200, { location: '/2/users/me' })
    response.end(isFirst ? '' : '{"data":{"id":"1","text":"Hello!"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { write } = openDoor(x, 'alice', { baseUrl: `http://127.0.0.1:${port}` })
  expect(await write.createPost(...permitted(hello))).toMatchObject({ kind: 'unknown' })
  expect(seen).toEqual(['POST /2/tweets'])
  server.close()
})

test('a client of whose sockets nothing is known has perhaps sent', async () => {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const { write } = openDoor(x, 'alice', { fetch })
  expect(await write.createPost(...permitted(hello))).toMatchObject({ kind: 'unknown' })
})

test('a leave to send that was not used is not there for the next', async () => {
  const cause = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
  const unsent = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const { write } = openDoor(x, 'alice', { fetch: unsent })
  expect(await write.createPost(...permitted(hello))).toMatchObject({ kind: 'not_sent' })
  const rogue = fetch(`${x.url}/2/tweets`, { method: 'POST', body: '{"text":"rogue"}' })
  await expect(rogue).rejects.toHaveProperty('cause.name', 'EgressError')
})

test('a limit that X has announced is kept without asking again', async () => {
  const { write } = openDoor(x)
  x.fault({ method: 'POST', fault: { kind: 'status', status: 429, when: 'before' } })
  await write.createPost(...permitted(hello))
  const before = x.truth.requests().length
  const request = toPostRequest({ text: 'Soon' })
  expect(await write.createPost(...permitted(request))).toMatchObject({
    kind: 'refused',
    code: 'rate_limited',
    retryAfterMs: 900_000,
  })
  expect(x.truth.requests()).toHaveLength(before)
  x.time.advance(900_000)
  expect(await write.createPost(...permitted(request))).toMatchObject({ kind: 'applied' })
})

test('a token that X refuses is renewed for the next write, and this one not sent again', async () => {
  const good = await tokenOf(x, 'alice').get()
  let token = 'stale'
  const tokens = {
    ...tokenOf(x, 'alice'),
    get: () => Promise.resolve(token),
    renew: () => Promise.resolve((token = good)),
  }
  const { write } = openDoor(x, 'alice', { tokens })
  const request = toPostRequest({ text: 'With another token' })
  const before = x.truth.requests().length
  expect(await write.createPost(...permitted(request))).toMatchObject({ code: 'auth_expired' })
  expect(x.truth.requests().length - before).toBe(1)
  expect(await write.createPost(...permitted(request))).toMatchObject({ kind: 'applied' })
})

test('a request that cannot be written down is not sent', async () => {
  const request = { method: 'POST', path: '/2/tweets', body: { text: 'half \ud83d' } } as const
  const sent = await openDoor(x).write.createPost(permitFor(hello), request)
  expect(sent).toMatchObject({ kind: 'not_sent' })
})

test('what is no plain data is not sent', async () => {
  const request = { ...hello, body: { text: 'Hello', toJSON: () => ({ text: 'Goodbye' }) } }
  const sent = await openDoor(x).write.createPost(permitFor(hello), request as never)
  expect(sent).toMatchObject({ kind: 'not_sent' })
})

test('a log of costs that fails has no say in what became of a post', async () => {
  const costs = {
    record: () => {
      throw new Error('the disk is full')
    },
  }
  const { write } = openDoor(x, 'alice', { costs })
  const sent = await write.createPost(...permitted(toPostRequest({ text: 'Dear me' })))
  expect(sent).toMatchObject({ kind: 'applied' })
})

test('what cannot be known of a send among twins is not called unsent', async () => {
  const cause = Object.assign(new Error('unreachable'), { code: 'EHOSTUNREACH' })
  let calls = 0
  const shaky: typeof fetch = async (input, init) => {
    const response = fetch(input, init)
    if (++calls === 2) return response
    await response
    throw new TypeError('fetch failed', { cause })
  }
  const { write } = openDoor(x, 'alice', { fetch: shaky })
  const sent = await Promise.all(
    ['One twin', 'Other twin'].map((text) =>
      write.createPost(...permitted(toPostRequest({ text }))),
    ),
  )
  expect(sent.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'unknown'])
})

test('a login that has ended refuses the write and spends no permit', async () => {
  const ended = new ProviderError({ code: 'auth_expired' }, 'the login has ended')
  const tokens = { ...tokenOf(x, 'alice'), get: () => Promise.reject(ended) }
  const { write } = openDoor(x, 'alice', { tokens })
  const request = toPostRequest({ text: 'Not yet' })
  const permit = permitFor(request)
  expect(await write.createPost(permit, request)).toMatchObject({
    kind: 'refused',
    code: 'auth_expired',
  })
  expect(await openDoor(x).write.createPost(permit, request)).toMatchObject({ kind: 'applied' })
})

test('what X offers only by contract is refused elsewhere', async () => {
  await using plain = await startWorld({ access: 'self-serve' })
  const { id } = plain.post('bob', { text: 'To nobody in particular' })
  const { write, userId } = openDoor(plain)
  const sent = [
    await write.createPost(...permitted(toPostRequest({ text: 'Look', quoteOf: id }))),
    await write.createPost(...permitted(toPostRequest({ text: 'Hi', replyTo: id }))),
    await write.like(...permitted(toLikeRequest({ userId, tweetId: id }))),
  ]
  expect(sent.map((one) => one.kind === 'refused' && one.code)).toEqual([
    'forbidden',
    'forbidden',
    'client_forbidden',
  ])
})

test('a scope that is missing is named as such', async () => {
  const tokens = tokenOf(x, 'alice', ['tweet.read', 'users.read'])
  const sent = await openDoor(x, 'alice', { tokens }).write.createPost(...permitted(hello))
  expect(sent).toMatchObject({ kind: 'refused', code: 'scope_insufficient' })
})
