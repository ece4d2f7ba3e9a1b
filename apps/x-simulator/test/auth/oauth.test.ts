import { createHash } from 'node:crypto'
import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const verifier = 'a-verifier-that-is-long-enough-to-be-taken-for-one'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const redirect = 'http://127.0.0.1:3333/callback'
const wish = {
  client_id: 'demo-client',
  response_type: 'code',
  redirect_uri: redirect,
  scope: 'tweet.read users.read offline.access',
  state: 'st&te"<>',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

function start() {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  return { clock, starting: startSimulator({ clock }) }
}

const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) })

async function consent(x: RunningSimulator, more: Record<string, string> = {}): Promise<URL> {
  const fields = { ...wish, account: 'bob', decision: 'approve', ...more }
  const answer = await ask(x, 'POST /i/oauth2/authorize', form(fields))
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

const redeem = (x: RunningSimulator, code: string, more: Record<string, string> = {}) =>
  ask(
    x,
    'POST /2/oauth2/token',
    form({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: 'demo-client',
      code_verifier: verifier,
      ...more,
    }),
  )

const refresh = (x: RunningSimulator, token: string) =>
  ask(
    x,
    'POST /2/oauth2/token',
    form({ grant_type: 'refresh_token', refresh_token: token, client_id: 'demo-client' }),
  )

test('a person can say yes on a page, and the app acts for that account', async () => {
  const { starting } = start()
  await using x = await starting
  const page = await ask(x, `GET /i/oauth2/authorize?${new URLSearchParams(wish).toString()}`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).toContain('Demo app wants to access your X account')
  expect(page.text).toContain('name="state" value="st&#38;te&#34;&#60;&#62;"')

  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("form-action 'self' http://127.0.0.1:3333;")

  const back = await consent(x)
  expect(back.origin + back.pathname).toBe(redirect)
  expect(back.searchParams.get('state')).toBe(wish.state)

  const tokens = await redeem(x, back.searchParams.get('code') ?? '')
  expect(tokens.status).toBe(200)
  expect(tokens.json).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope: wish.scope })
  const me = await ask(x, 'GET /2/users/me', { token: tokens.textAt('access_token') })
  expect(me.at('data.username')).toBe('bob')
})

test('a person can say no', async () => {
  const { starting } = start()
  await using x = await starting
  const back = await consent(x, { decision: 'deny' })
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.has('code')).toBe(false)
})

test('a code lives for thirty seconds', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const first = await consent(x)
  clock.advance(30_000)
  expect((await redeem(x, first.searchParams.get('code') ?? '')).status).toBe(200)
  const second = await consent(x)
  clock.advance(30_001)
  const late = await redeem(x, second.searchParams.get('code') ?? '')
  expect(late.status).toBe(400)
  expect(late.at('error')).toBe('invalid_request')
})

test('a code is good once, and using it twice ends what it gave', async () => {
  const { starting } = start()
  await using x = await starting
  const code = (await consent(x)).searchParams.get('code') ?? ''
  const tokens = await redeem(x, code)
  expect((await redeem(x, code)).status).toBe(400)
  expect((await ask(x, 'GET /2/users/me', { token: tokens.textAt('access_token') })).status).toBe(
    401,
  )
})

test.each([
  ['another verifier', { code_verifier: 'wrong' }],
  ['no verifier', { code_verifier: '' }],
  ['another address', { redirect_uri: 'http://127.0.0.1:3334/callback' }],
])('%s does not redeem a code', async (_, more) => {
  const { starting } = start()
  await using x = await starting
  const code = (await consent(x)).searchParams.get('code') ?? ''
  expect((await redeem(x, code, more)).status).toBe(400)
})

test.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['an address that is not of this machine', { redirect_uri: 'https://evil.example/cb' }],
  ['an address that only looks so', { redirect_uri: 'http://localhost@evil.example/cb' }],
  ['a script as address', { redirect_uri: 'javascript:alert(1)' }],
  ['an unknown scope', { scope: 'tweet.read everything' }],
  ['no challenge', { code_challenge: '' }],
  ['a state of 501 characters', { state: 'x'.repeat(501) }],
])('%s gets a page that says what is wrong, and is sent nowhere', async (_, more) => {
  const { starting } = start()
  await using x = await starting
  const fields = { ...wish, ...more }
  const asked = await ask(x, `GET /i/oauth2/authorize?${new URLSearchParams(fields).toString()}`)
  const posted = await ask(x, 'POST /i/oauth2/authorize', form({ ...fields, decision: 'approve' }))
  expect([asked.status, posted.status]).toEqual([400, 400])
  expect(posted.headers.get('location')).toBeNull()
})

test('consent is taken from this page alone', async () => {
  const { starting } = start()
  await using x = await starting
  const answer = await ask(x, 'POST /i/oauth2/authorize', {
    ...form({ ...wish, decision: 'approve' }),
    headers: { origin: 'http://evil.example' },
  })
  expect(answer.status).toBe(403)
})

test('an access token lives for two hours', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const { accessToken: token } = x.token('alice')
  clock.advance(2 * 60 * 60 * 1000 - 1)
  expect((await ask(x, 'GET /2/users/me', { token })).status).toBe(200)
  clock.advance(1)
  expect((await ask(x, 'GET /2/users/me', { token })).status).toBe(401)
})

test('a refresh token is good once, and its second use ends the whole family', async () => {
  const { starting } = start()
  await using x = await starting
  const first = x.token('alice').refreshToken ?? ''

  const second = await refresh(x, first)
  expect(second.status).toBe(200)
  const third = await refresh(x, second.textAt('refresh_token'))
  expect(third.status).toBe(200)
  const newest = third.textAt('access_token')
  expect((await ask(x, 'GET /2/users/me', { token: newest })).status).toBe(200)

  expect((await refresh(x, first)).status).toBe(400)
  expect((await ask(x, 'GET /2/users/me', { token: newest })).status).toBe(401)
  expect((await refresh(x, third.textAt('refresh_token'))).status).toBe(400)
})

test('of two refreshes at once one is given new tokens, and both are out', async () => {
  const { starting } = start()
  await using x = await starting
  const { accessToken, refreshToken = '' } = x.token('alice')
  const heard = await Promise.all([refresh(x, refreshToken), refresh(x, refreshToken)])
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const fresh = heard.find(({ status }) => status === 200)?.textAt('access_token')
  for (const token of [accessToken, fresh])
    expect((await ask(x, 'GET /2/users/me', { token })).status).toBe(401)
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual([
    'token.refresh',
    'token.revoke-family',
  ])
})

test('a refresh token is of no use to another app', async () => {
  const { starting } = start()
  await using x = await starting
  x.apps.set('other', { ...x.demoApp, id: '2', clientId: 'other' })
  const { accessToken, refreshToken = '' } = x.token('alice')
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'other' }
  expect((await ask(x, 'POST /2/oauth2/token', form(fields))).status).toBe(400)
  expect((await ask(x, 'GET /2/users/me', { token: accessToken })).status).toBe(200)
  expect((await refresh(x, refreshToken)).status).toBe(200)
})

test('a refresh whose answer is lost has used its token up all the same', async () => {
  const { starting } = start()
  await using x = await starting
  const { refreshToken = '' } = x.token('alice')
  x.fault({ path: '/2/oauth2/token', fault: { kind: 'drop', when: 'after' } })

  await expect(refresh(x, refreshToken)).rejects.toThrow('fetch failed')
  expect((await refresh(x, refreshToken)).status).toBe(400)
  expect(x.truth.effects()).toMatchObject([
    { kind: 'token.refresh', request: 1, detail: { account: 'alice' } },
    { kind: 'token.revoke-family', request: 2 },
  ])
})

test('without offline.access there is no refresh token', async () => {
  const { starting } = start()
  await using x = await starting
  const back = await consent(x, { scope: 'tweet.read users.read' })
  const tokens = await redeem(x, back.searchParams.get('code') ?? '')
  expect(tokens.json).not.toHaveProperty('refresh_token')
})

test('a token can be revoked', async () => {
  const { starting } = start()
  await using x = await starting
  const { accessToken, refreshToken = '' } = x.token('alice')
  const answer = await ask(
    x,
    'POST /2/oauth2/revoke',
    form({ token: refreshToken, client_id: 'demo-client' }),
  )
  expect(answer.json).toEqual({ revoked: true })
  expect((await ask(x, 'GET /2/users/me', { token: accessToken })).status).toBe(401)
})

test('an app ends its own tokens only, and what there was to end is an effect', async () => {
  const { starting } = start()
  await using x = await starting
  const other = { ...x.demoApp, id: '2', clientId: 'other' }
  x.apps.set('other', other)
  const { accessToken, refreshToken = '' } = x.token('alice')
  const appToken = x.appToken()
  const revoke = (token: string, client_id: string) =>
    ask(x, 'POST /2/oauth2/revoke', form({ token, client_id }))
  for (const token of [accessToken, refreshToken, appToken, 'nothing']) await revoke(token, 'other')
  expect(x.truth.effects()).toEqual([])
  expect((await ask(x, 'GET /2/users/me', { token: accessToken })).status).toBe(200)
  for (const token of [accessToken, appToken, refreshToken]) {
    await revoke(token, 'demo-client')
    await revoke(token, 'demo-client')
  }
  expect(x.truth.effects().map(({ request }) => request)).toEqual([6, 8, 10])
  expect((await ask(x, 'GET /2/users/me', { token: accessToken })).status).toBe(401)
})

test('an app gets its own token for its secret, the same one every time', async () => {
  const { starting } = start()
  await using x = await starting
  const get = (secret: string) =>
    ask(x, 'POST /oauth2/token', {
      ...form({ grant_type: 'client_credentials' }),
      headers: {
        authorization: `Basic ${Buffer.from(`demo-client:${secret}`).toString('base64')}`,
      },
    })
  const first = await get('demo-secret')
  expect(first.textAt('access_token')).toBe((await get('demo-secret')).textAt('access_token'))
  expect((await get('guess')).status).toBe(403)
  expect((await get('demo-secret:and-more')).status).toBe(403)
  const token = first.textAt('access_token')
  expect((await ask(x, 'GET /2/users/by/username/bob', { token })).status).toBe(200)
  const me = await ask(x, 'GET /2/users/me', { token })
  expect(me.status).toBe(403)
  expect(me.textAt('type')).toContain('unsupported-authentication')
})

test('a confidential app must show its secret', async () => {
  const { starting } = start()
  await using x = await starting
  x.apps.set('secretive', { ...x.demoApp, id: '2', clientId: 'secretive', kind: 'confidential' })
  const { refreshToken = '' } = x.token('alice')
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: 'secretive',
  }
  const answer = await ask(x, 'POST /2/oauth2/token', form(fields))
  expect(answer.status).toBe(401)
  expect(answer.at('error')).toBe('unauthorized_client')
})

test('a missing scope is named in the refusal', async () => {
  const { starting } = start()
  await using x = await starting
  const token = x.token('alice', { scopes: ['tweet.read', 'users.read'] }).accessToken
  const answer = await ask(x, 'POST /2/tweets', { token, body: { text: 'no' } })
  expect(answer.status).toBe(403)
  expect(answer.textAt('detail')).toBe('Missing required OAuth 2.0 scopes: [tweet.write].')
})

test('no token and a wrong token are told the same', async () => {
  const { starting } = start()
  await using x = await starting
  const none = await ask(x, 'GET /2/users/me')
  const wrong = await ask(x, 'GET /2/users/me', { token: 'at_guess' })
  expect(none.json).toEqual({
    title: 'Unauthorized',
    detail: 'Unauthorized',
    type: 'about:blank',
    status: 401,
  })
  expect(wrong.json).toEqual(none.json)
})
