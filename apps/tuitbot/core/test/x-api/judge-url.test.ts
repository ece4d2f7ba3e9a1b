import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeHost, judgeUrl } from '../../src/x-api/judge-url.js'
import { type XRequest } from '../../src/x-api/request.js'
import { createDamage } from '../laws/damage.js'

const base = 'https://api.x.com'
const judge = (path: string, method: XRequest['method'] = 'GET') => judgeUrl({ method, path }, base)

test.each([
  '/2/tweets/%2e%2e/dm_conversations',
  '/2/tweets/.%2e/dm_conversations',
  '/2/tweets/%2E./compliance/jobs',
  '/2\\dm_conversations',
  '/2/./dm_events',
  '/2//dm_events',
  '/2/%64m_events',
  '/2/tweets/../users/me',
  '/2/users/me;admin',
  '/2/users/me?id=1',
  '/2/users/me#top',
  '/2/users/me/',
  '/2/üsers/me',
  '/2/users/me ',
  '/2/users/me\n',
  '//evil.example/2/users/me',
  'https://evil.example/2/users/me',
  '2/users/me',
  '/1.1/account/settings.json',
  '/2/users/12345678901234567890',
  '/2/users/12a',
  '/2/users/by/username/a-b',
  '/2/no/such/call',
  '',
])('%j leads nowhere', (path) => {
  expect(judge(path)).toMatchObject({ kind: 'blocked', reason: 'path' })
})

test.each([
  'API.X.COM',
  'api.x.com.',
  'api.x.com:443',
  'api.x.com:8443',
  'user@api.x.com',
  'api.x.com@evil.example',
  'evil.example#api.x.com',
  'api。x.com',
  'ａpi.x.com',
  'api.x.com/',
  '2130706433',
  '0x7f.1',
  '[::1]',
  '127.0.0.1',
  'upload.twitter.com',
  '',
])('the host %j is not X', (host) => {
  expect(judgeHost(host)).toMatchObject({ kind: 'blocked', reason: 'host' })
})

test('X is X', () => {
  expect(judgeHost('api.x.com')).toBeUndefined()
})

test.each<[XRequest['method'], string, string]>([
  ['GET', '/2/tweets/123', 'getPostsById'],
  ['DELETE', '/2/tweets/123', 'deletePosts'],
  ['GET', '/2/spaces/search', 'searchSpaces'],
  ['GET', '/2/spaces/1DXxyRYNejbKM', 'getSpacesById'],
  ['GET', '/2/users/by/username/alice', 'getUsersByUsername'],
  ['GET', '/2/media/3_123', 'getMediaByMediaKey'],
  ['GET', '/2/dm_conversations/1-2/dm_events', 'getDirectMessagesEventsByConversationId'],
])('%s %s is %s', (method, path, id) => {
  expect(judge(path, method)).toMatchObject({ kind: 'ok', id, url: new URL(path, base) })
})

test('a call that X has dropped says what to do instead', () => {
  expect(judge('/2/users/1/blocking', 'POST')).toMatchObject({
    kind: 'blocked',
    reason: 'dropped',
    message: expect.stringContaining('on x.com'),
  })
})

test('a method that a path does not have is refused', () => {
  expect(judge('/2/users/me', 'DELETE')).toMatchObject({ kind: 'blocked', reason: 'method' })
})

test('names in a query are plain, its values are escaped', () => {
  const query = { query: 'a&b=c #d', max_results: '10' }
  expect(judgeUrl({ method: 'GET', path: '/2/tweets/search/recent', query }, base)).toMatchObject({
    url: new URL(`${base}/2/tweets/search/recent?query=a%26b%3Dc+%23d&max_results=10`),
  })
  for (const name of ['a&b', 'a b', 'a=b', '__proto__ ', 'ä', '']) {
    expect(
      judgeUrl({ method: 'GET', path: '/2/users/me', query: { [name]: '1' } }, base),
    ).toMatchObject({ kind: 'blocked', reason: 'query' })
  }
})

let server: Server
const arrived: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    arrived.push(`${request.headers.host}${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

test('of 300 paths, those that are let through arrive letter by letter as they were judged', async () => {
  const { port } = server.address() as AddressInfo
  const local = `http://127.0.0.1:${port}`
  const damage = createDamage(7)
  const plain = ['/2/tweets/123', '/2/users/me', '/2/users/by/username/bob', '/2/spaces/1abc']
  const paths = Array.from({ length: 300 }, (_, n) => {
    const path = plain[n % plain.length] ?? ''
    return n < 4 ? path : damage.text(path, damage.hostileBits)
  })
  let sent = 0
  for (const path of paths) {
    const judged = judgeUrl({ method: 'GET', path }, local)
    if (judged.kind === 'blocked') continue
    await fetch(judged.url)
    sent++
    expect(arrived.at(-1)).toBe(`127.0.0.1:${port}${path}`)
  }
  expect(arrived).toHaveLength(sent)
  expect(sent).toBeGreaterThan(4)
})

test('of 300 hosts none but X itself passes', () => {
  const damage = createDamage(8)
  for (let n = 0; n < 300; n++) {
    const host = damage.text('api.x.com', [...damage.hostileBits, '.evil.example', '@', ':80'])
    expect([host, judgeHost(host) === undefined]).toEqual([host, host === 'api.x.com'])
  }
})
