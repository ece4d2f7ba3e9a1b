import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fault } from '@tuitbot/x-simulator'
import { admit } from '../../src/x-api/egress-guard.js'
import { finishLogin, readPastedReply, startLogin } from '../../src/x-api/oauth/login.js'
import { loginWithCallback } from '../../src/x-api/oauth/login-with-callback.js'
import { createOAuthClient, type OAuthClient } from '../../src/x-api/oauth/oauth-client.js'
import { allScopes } from '../../src/x-api/scopes.js'
import { startWorld, type World } from '../x-world.js'

let x: World
let oauth: OAuthClient
beforeAll(async () => {
  x = await startWorld()
  oauth = client()
})
beforeEach(() => x.faults.clear())
afterAll(() => x.close())

const redirectUri = 'http://127.0.0.1:8765/callback'

test('a login asks for all scopes, with a challenge', () => {
  const { searchParams, origin, pathname } = new URL(startLogin(oauth, { redirectUri }).url)
  expect(origin + pathname).toBe(`${x.url}/i/oauth2/authorize`)
  expect(searchParams.get('scope')?.split(' ')).toEqual(allScopes)
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
})

test('no two logins share a secret', () => {
  const all = Array.from({ length: 50 }, () => startLogin(oauth, { redirectUri }))
  expect(new Set(all.flatMap(({ state, verifier }) => [state, verifier])).size).toBe(100)
})

test('the address that a person pastes connects the account', async () => {
  const pending = startLogin(oauth, { redirectUri })
  const answer = await finishLogin(
    oauth,
    pending,
    readPastedReply(` ${await consent(pending.url)}\n`),
  )
  expect(answer).toMatchObject({
    kind: 'granted',
    grant: { expiresAt: x.clock.now() + 7_200_000, scopes: [...allScopes] },
  })
})

test('the code alone does too', async () => {
  const pending = startLogin(oauth, { redirectUri })
  const code = new URL(await consent(pending.url)).searchParams.get('code') ?? ''
  const reply = readPastedReply(code)
  expect(reply.kind).toBe('code')
  expect(await finishLogin(oauth, pending, reply)).toMatchObject({ kind: 'granted' })
})

test('an answer to another login is refused without asking X', async () => {
  const pending = startLogin(oauth, { redirectUri })
  const address = await consent(startLogin(oauth, { redirectUri }).url)
  const before = x.truth.requests().length
  expect(await finishLogin(oauth, pending, { kind: 'address', address })).toMatchObject({
    kind: 'refused',
    message: 'this answer belongs to another login',
  })
  expect(x.truth.requests()).toHaveLength(before)
})

test('a code that somebody else has caught is of no use to them', async () => {
  const pending = startLogin(oauth, { redirectUri })
  const address = await consent(pending.url)
  const thief = { ...pending, verifier: startLogin(oauth, { redirectUri }).verifier }
  expect(await finishLogin(oauth, thief, { kind: 'address', address })).toMatchObject({
    kind: 'refused',
  })
})

test.each([
  'no code',
  '',
  'a b',
  '"><script>',
  'http://127.0.0.1/callback',
  `http://${'x'.repeat(9)}`,
])('what is no answer is refused: %j', async (text) => {
  const pending = startLogin(oauth, { redirectUri })
  expect(await finishLogin(oauth, pending, readPastedReply(text))).toMatchObject({
    kind: 'refused',
  })
})

test('a person who says no is not connected', async () => {
  const pending = startLogin(oauth, { redirectUri })
  const address = await consent(pending.url, 'deny')
  expect(await finishLogin(oauth, pending, { kind: 'address', address })).toEqual({
    kind: 'refused',
    message: 'X has not connected the account: access_denied',
  })
})

test('the page on this machine takes the answer of the browser, and only that', async () => {
  const pages: Array<[number, string]> = []
  const browse = async (url: string) => {
    const response = await fetch(url)
    pages.push([response.status, await response.text()])
  }
  const answer = await loginWithCallback(oauth, {
    port: 0,
    open: (url) => {
      const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
      void (async () => {
        await browse(back.href)
        await browse(`${back.href}?state=wrong&code=stolen`)
        await browse(new URL('/elsewhere', back).href)
        await knock(back, '//')
        await browse(await consent(url))
      })()
    },
  })
  expect(answer).toMatchObject({ kind: 'granted' })
  expect(pages.slice(0, 3).map(([status]) => status)).toEqual([404, 404, 404])
})

test('a browser that cannot be opened leaves nothing behind', async () => {
  const open = () => {
    throw new Error('no browser')
  }
  await expect(loginWithCallback(oauth, { port: 0, open })).rejects.toThrow('no browser')
})

test('a login that nobody answers ends', async () => {
  const answer = await loginWithCallback(oauth, { port: 0, open: () => {}, timeoutMs: 20 })
  expect(answer).toMatchObject({ kind: 'unanswered' })
})

test('an app with a secret proves it, one without names itself', async () => {
  const secret = client({ clientSecret: 'demo-secret' })
  const { refreshToken = '' } = x.token('alice')
  expect(await secret.refresh(refreshToken)).toMatchObject({ kind: 'granted' })
  const wrong = client({ clientSecret: 'guess' })
  expect(await wrong.refresh(x.token('alice').refreshToken ?? '')).toMatchObject({
    kind: 'refused',
  })
})

test('a refresh token is good once', async () => {
  const { refreshToken = '' } = x.token('alice')
  expect(await oauth.refresh(refreshToken)).toMatchObject({ kind: 'granted' })
  expect(await oauth.refresh(refreshToken)).toMatchObject({ kind: 'refused' })
})

test('a token can be ended', async () => {
  const { accessToken } = x.token('alice')
  expect(await oauth.revoke(accessToken)).toBe(true)
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await fetch(`${x.url}/2/users/me`, { headers })).status).toBe(401)
})

test.each<Fault>([
  { kind: 'drop', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'hang', when: 'before', ms: 5 },
  { kind: 'status', status: 503, when: 'before' },
  { kind: 'status', status: 429, when: 'before' },
  { kind: 'status', status: 302, when: 'before' },
  { kind: 'bad-body', when: 'after', body: 'truncated' },
  { kind: 'bad-body', when: 'after', body: 'wrong-shape' },
  { kind: 'late', ms: 1, answer: 503 },
])('with %j nothing is known of the token', async (fault) => {
  x.fault({ method: 'POST', path: '/2/oauth2/token', fault })
  const { refreshToken = '' } = x.token('alice')
  expect(await oauth.refresh(refreshToken)).toMatchObject({ kind: 'unanswered' })
})

test('what X says of a refusal is cut short, and holds none of the secrets that it was sent', async () => {
  const said = 'rt_canary-0001 is unknown to app-canary-0002; '.concat('and so on '.repeat(1_000))
  const oauth = createOAuthClient({
    app: { clientId: 'demo-client', clientSecret: 'app-canary-0002' },
    tokenBaseUrl: x.url,
    fetch: async () => Response.json({ error_description: said }, { status: 400 }),
  })
  const answer = await oauth.refresh('rt_canary-0001')
  const message = answer.kind === 'refused' ? answer.message : ''
  expect(message).toContain('X answered 400: [redacted] is unknown to [redacted]; and so on')
  expect(message).not.toContain('canary')
  expect(message.length).toBeLessThan(600)
})

function client(app: { clientSecret?: string } = {}): OAuthClient {
  return createOAuthClient({
    app: { clientId: 'demo-client', ...app },
    authorizeBaseUrl: x.url,
    tokenBaseUrl: x.url,
    now: () => x.clock.now(),
  })
}

/** A request whose address no parser takes. */
async function knock({ hostname, port }: URL, path: string): Promise<void> {
  const socket = connect(Number(port), hostname)
  socket.end(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await once(socket.resume(), 'close')
}

/** What a person does on X's page, and where the browser is sent then. */
async function consent(url: string, decision = 'approve'): Promise<string> {
  const address = new URL('/i/oauth2/authorize', x.url)
  admit('POST', address)
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), decision }),
  })
  return answer.headers.get('location') ?? ''
}
