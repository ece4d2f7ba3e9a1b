import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyJson, anyText, wellFormed } from './inputs.js'
import { createSender } from './raw-http.js'

const runs = { numRuns: 2000 }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let x: RunningSimulator
let sender: ReturnType<typeof createSender>

beforeAll(async () => {
  x = await startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })
  sender = createSender(x.url)
})

afterAll(async () => {
  sender.close()
  await x.close()
})

const fields = fc.record(
  {
    client_id: fc.oneof(fc.constant('demo-client'), anyText),
    redirect_uri: fc.oneof(
      fc.constantFrom(
        'http://127.0.0.1:1/cb',
        'http://localhost/cb?x=1#y',
        'javascript:alert(1)',
        '//evil.example',
        'http://localhost.evil.example/',
        'http://[::1]:9/',
        'http://127.0.0.1:1/\r\nSet-Cookie: a=b',
        'data:text/html,x',
      ),
      anyText,
    ),
    response_type: fc.oneof(fc.constant('code'), anyText),
    scope: fc.oneof(fc.constant('tweet.read offline.access'), anyText),
    state: anyText,
    code_challenge: fc.oneof(fc.constant('abc'), anyText),
    code_challenge_method: fc.oneof(fc.constantFrom('S256', 'plain'), anyText),
    decision: fc.oneof(fc.constantFrom('approve', 'deny'), anyText),
    account: fc.oneof(fc.constant('alice'), anyText),
    grant_type: fc.oneof(
      fc.constantFrom('authorization_code', 'refresh_token', 'client_credentials'),
      anyText,
    ),
    code: anyText,
    refresh_token: anyText,
    code_verifier: anyText,
    token: anyText,
  },
  { requiredKeys: [] },
)

const encode = (given: Record<string, string>) =>
  new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, wellFormed(value)]),
  ).toString()

test('whatever is asked of the consent page, nobody is sent anywhere but home', async () => {
  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom('GET', 'POST'), async (given, method) => {
      const text = encode(given)
      const response = await fetch(
        `${x.url}/i/oauth2/authorize${method === 'GET' ? `?${text}` : ''}`,
        {
          method,
          redirect: 'manual',
          ...(method === 'POST' && { body: text, headers: form }),
        },
      )
      const body = await response.text()
      const location = response.headers.get('location')
      expect([200, 302, 400]).toContain(response.status)
      const host = location === null ? 'localhost' : new URL(location).hostname
      expect(['localhost', '127.0.0.1']).toContain(host)
      expect(body).not.toMatch(/<script|javascript:/i)
    }),
    runs,
  )
})

test('whatever is sent for a token, none is given for it', async () => {
  const path = fc.constantFrom(
    '/2/oauth2/token',
    '/2/oauth2/revoke',
    '/oauth2/token',
    '/oauth2/invalidate_token',
  )
  const basic = fc.oneof(
    anyText.map((text) => Buffer.from(text).toString('base64')),
    fc.constant('ZGVtby1jbGllbnQ6d3Jvbmc='),
    fc.constant('%'),
  )
  await fc.assert(
    fc.asyncProperty(
      path,
      fields,
      fc.option(basic, { nil: undefined }),
      async (target, given, secret) => {
        const heard = await sender.send('POST', target, {
          headers: { ...form, ...(secret !== undefined && { authorization: `Basic ${secret}` }) },
          body: encode(given),
        })
        expect(heard.status).toBeLessThan(500)
        expect(heard.text).not.toContain('access_token')
      },
    ),
    runs,
  )
})

test('no token that was made up is taken', async () => {
  const { accessToken, refreshToken = '' } = x.token('alice')
  const near = fc
    .integer({ min: 0, max: accessToken.length - 1 })
    .map((at) => `${accessToken.slice(0, at)}~${accessToken.slice(at + 1)}`)
  const made = fc.oneof(
    near,
    fc.constantFrom(
      refreshToken,
      accessToken.toUpperCase(),
      `${accessToken} `,
      ` ${accessToken}x`,
      '__proto__',
      'constructor',
    ),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(made, async (token) => {
      fc.pre(token.trim() !== accessToken && /^[\x20-\x7e]*$/.test(token))
      const heard = await sender.send('GET', '/2/users/me', {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(heard.status).toBe(401)
    }),
    runs,
  )
})

test('whatever is sent to the controls of a test, there is an answer', async () => {
  const names = [
    'fault',
    'kind',
    'when',
    'ms',
    'answer',
    'status',
    'method',
    'path',
    'times',
    'skip',
    'probability',
    'username',
    'text',
    'scopes',
    'advanceMs',
    'drop',
    'before',
    'late',
  ]
  const path = fc.constantFrom('faults', 'accounts', 'tokens', 'posts', 'clock', 'rules')
  await fc.assert(
    fc.asyncProperty(path, anyJson(names), async (target, value) => {
      const heard = await sender.send('POST', `/truth/${target}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      })
      expect([200, 400, 409]).toContain(heard.status)
    }),
    runs,
  )
  x.faults.clear()
})
