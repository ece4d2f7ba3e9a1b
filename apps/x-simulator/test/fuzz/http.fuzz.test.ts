import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../src/api/endpoints.js'
import { anyJson, anyText, wellFormed } from './inputs.js'
import { createSender, type Reached, writeBytes } from './raw-http.js'

const runs = { numRuns: 2000 }

let x: RunningSimulator
let sender: ReturnType<typeof createSender>
let token: string

beforeAll(async () => {
  // Nothing may be refused here only because too much was asked.
  x = await startSimulator({
    clock: virtualClock('2026-09-01T09:00:00Z'),
    access: 'enterprise',
    credits: 1e12,
  })
  for (const { method, path } of endpoints) x.limits.override(`${method} ${path}`, {})
  sender = createSender(x.url)
  token = x.token('alice', { lifeMs: 1e12 }).accessToken
})

afterAll(async () => {
  sender.close()
  await x.close()
})

const isFine = ({ status }: Reached) => status < 500 || status === 501

const endpoint = fc.constantFrom(...endpoints)
const headers = () => ({ authorization: `Bearer ${token}` })
const ids = () => [
  x.account('alice').id,
  x.account('bob').id,
  x.world.timeline[0]?.id ?? '1',
  '1YqJDLkMaRVGV',
  'alice',
]
const known = fc.integer({ min: 0, max: 4 })

test('whatever stands in a path, there is an answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      endpoint,
      fc.array(anyText, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      async ({ method, path }, texts, raw) => {
        let next = 0
        const filled = path.replaceAll(/:[a-z_]+/g, () => {
          const text = texts[next++ % texts.length] ?? ''
          return raw ? text : encodeURIComponent(wellFormed(text))
        })
        const target = filled.replaceAll(/[^\x21-\x7e]/g, (character) =>
          encodeURI(wellFormed(character)),
        )
        expect(await sender.send(method, target, { headers: headers() })).toSatisfy(isFine)
      },
    ),
    runs,
  )
})

test('whatever stands in a query, there is an answer', async () => {
  const name = fc.oneof(
    fc.constantFrom(
      'ids',
      'query',
      'max_results',
      'pagination_token',
      'next_token',
      'since_id',
      'until_id',
      'start_time',
      'end_time',
      'post.fields',
      'tweet.fields',
      'user.fields',
      'expansions',
      'exclude',
      'granularity',
      'media_keys',
      'usernames',
      'as',
    ),
    anyText,
  )
  await fc.assert(
    fc.asyncProperty(
      endpoint,
      known,
      fc.array(fc.tuple(name, anyText), { maxLength: 5 }),
      async ({ path }, which, pairs) => {
        const search = new URLSearchParams(
          pairs.map(([key, value]): [string, string] => [wellFormed(key), wellFormed(value)]),
        )
        const filled = path.replaceAll(/:[a-z_]+/g, ids()[which] ?? '1')
        expect(
          await sender.send('GET', `${filled}?${search.toString()}`, { headers: headers() }),
        ).toSatisfy(isFine)
      },
    ),
    runs,
  )
})

test('whatever is searched for, there is an answer', async () => {
  const piece = fc.oneof(
    anyText,
    fc.constantFrom(
      '(',
      ')',
      '-',
      'OR',
      '"',
      'from:',
      'is:',
      'has:',
      'lang:en',
      '#a',
      '@b',
      '$c',
      'min_likes:',
      'url:',
      ':',
      'list:1',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom('', ' '),
      async (pieces, space) => {
        const query = encodeURIComponent(wellFormed(pieces.join(space).slice(0, 600)))
        expect(
          await sender.send('GET', `/2/tweets/search/recent?query=${query}`, {
            headers: headers(),
          }),
        ).toSatisfy(isFine)
      },
    ),
    runs,
  )
})

const names = [
  'text',
  'reply',
  'in_reply_to_tweet_id',
  'media',
  'media_ids',
  'poll',
  'options',
  'duration_minutes',
  'tweet_id',
  'target_user_id',
  'list_id',
  'user_id',
  'name',
  'hidden',
  'message',
  'participant_ids',
  'conversation_type',
  'media_category',
  'total_bytes',
  'media_type',
  'segment_index',
  'id',
  'metadata',
  'alt_text',
  'edit_options',
  'geo',
  'attachments',
  'folder_id',
]

test('whatever JSON is sent to whatever is written, there is an answer', async () => {
  const write = fc.constantFrom(...endpoints.filter(({ method }) => method !== 'GET'))
  await fc.assert(
    fc.asyncProperty(write, known, anyJson(names), async ({ method, path }, which, value) => {
      const filled = path.replaceAll(/:[a-z_]+/g, ids()[which] ?? '1')
      const body = JSON.stringify(value)
      expect(
        await sender.send(method, filled, {
          headers: { ...headers(), 'content-type': 'application/json' },
          body,
        }),
      ).toSatisfy(isFine)
    }),
    runs,
  )
})

test('whatever a post is made of, it is made or refused', async () => {
  const id = fc.oneof(
    known.map((which) => ids()[which] ?? '1'),
    fc.constant('1'),
    anyText,
  )
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  const draft = fc.record({
    text: anyText,
    reply: rarely(
      fc.record({ in_reply_to_tweet_id: id, exclude_reply_user_ids: rarely(fc.array(id)) }),
    ),
    quote_tweet_id: rarely(id),
    media: rarely(fc.record({ media_ids: fc.array(id, { maxLength: 5 }) })),
    poll: rarely(
      fc.record({ options: fc.array(anyText, { maxLength: 5 }), duration_minutes: fc.integer() }),
    ),
    reply_settings: rarely(fc.constantFrom('following', 'mentionedUsers', 'everyone')),
    edit_options: rarely(fc.record({ previous_post_id: id })),
    geo: rarely(fc.record({ place_id: fc.oneof(fc.constant('3078869807f9dd36'), anyText) })),
    made_with_ai: rarely(fc.boolean()),
  })
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(draft, async (body) => {
      const heard = await sender.send('POST', '/2/tweets', {
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      seen.add(heard.status)
      expect([201, 400, 403]).toContain(heard.status)
    }),
    runs,
  )
  expect(seen).toEqual(new Set([201, 400, 403]))
})

test.each([
  ['a hundred thousand brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a hundred thousand objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ['a number beyond all', '{"text":1e400}'],
  ['keys twice', '{"text":"a","text":"b"}'],
  ['a prototype', '{"__proto__":{"polluted":true},"text":"p"}'],
  ['a mark of byte order', '\ufeff{"text":"bom"}'],
  ['a NUL', '{"text":"\\u0000 nul"}'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['nothing', ''],
])('%s as a body has an answer', async (_, body) => {
  expect(
    await sender.send('POST', '/2/tweets', {
      headers: { ...headers(), 'content-type': 'application/json' },
      body,
    }),
  ).toSatisfy(isFine)
})

test('whatever bytes a form holds, there is an answer', async () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '--b',
        '--b--',
        '\r\n',
        '\r\n\r\n',
        'Content-Disposition: form-data; name="media"',
        'Content-Disposition: form-data; name="media_category"',
        'Content-Type: image/png',
        'tweet_image',
        '\x89PNG\r\n\x1a\n',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  )
  const type = fc.constantFrom(
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'multipart/form-data; boundary="b"',
    'multipart/form-data; boundary=',
    'text/plain',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 14 }), type, async (parts, contentType) => {
      const body = Buffer.concat(parts)
      expect(
        await sender.send('POST', '/2/media/upload', {
          headers: { ...headers(), 'content-type': contentType },
          body,
        }),
      ).toSatisfy(isFine)
    }),
    runs,
  )
})

test('whatever headers come, there is an answer', async () => {
  const value = fc.string({
    unit: fc.constantFrom(...'abz09 ;,="/\\\t<>%é'.split('')),
    maxLength: 60,
  })
  const name = fc.constantFrom(
    'authorization',
    'content-type',
    'cookie',
    'origin',
    'accept',
    'x-forwarded-host',
    'range',
    'expect-ct',
    'if-none-match',
    'content-encoding',
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 5 }), async (given) => {
      expect(await sender.send('POST', '/2/tweets', { headers: given, body: '{}' })).toSatisfy(
        isFine,
      )
    }),
    runs,
  )
})

test('whatever bytes come instead of HTTP, the connection ends and no more', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'GET / HTTP/1.1',
      'POST /2/tweets HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Length: 5',
      'Content-Length: 6',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding : chunked',
      'Connection: close',
      '',
      '0',
      '5',
      'hello',
      'GET /truth HTTP/1.1',
      'X: a\nb',
      'GET http://evil.example/ HTTP/1.1',
      'CONNECT a:1 HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'Expect: 100-continue',
      'Upgrade: websocket',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 10 }),
      fc.constantFrom('\r\n', '\n'),
      async (lines, end) => {
        const heard = await writeBytes(x.url, `${lines.join(end)}${end}${end}`)
        expect(heard).not.toMatch(/HTTP\/1\.1 50[0235-9]/)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a request that says its length in two ways is not taken', async () => {
  const before = x.truth.counts().requests
  const heard = await writeBytes(
    x.url,
    'POST /2/tweets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /2/users/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  )
  expect(heard).toMatch(/^HTTP\/1\.1 400/)
  expect(x.truth.counts().requests).toBe(before)
})

test('after all of this it still answers, shared objects are clean, and only success had an effect', async () => {
  const alive = await sender.send('GET', '/2/users/me', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(alive.status).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  const partial = x.truth
    .requests()
    .filter(({ applied, status = 0 }) => applied && (status < 200 || status > 299))
  expect(partial).toEqual([])
})
