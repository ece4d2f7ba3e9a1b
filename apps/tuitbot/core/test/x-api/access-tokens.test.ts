import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccessTokens } from '../../src/x-api/access-tokens.js'
import { createAccessTokens } from '../../src/x-api/oauth/create-access-tokens.js'
import { createOAuthClient, type TokenGrant } from '../../src/x-api/oauth/oauth-client.js'
import { type TokenStore } from '../../src/x-api/oauth/token-store.js'
import { openDoor, startWorld, type World } from '../x-world.js'
import { openFolder } from '../storage/storage-folder.js'

let x: World
beforeAll(async () => {
  x = await startWorld()
})
beforeEach(() => x.faults.clear())
afterAll(() => x.close())

const hour = 3_600_000

test('a token is used until shortly before it ends, then renewed', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  const first = await tokens.get()
  x.time.advance(1.9 * hour)
  expect(await tokens.get()).toBe(first)
  x.time.advance(0.05 * hour)
  const second = await tokens.get()
  expect(second).not.toBe(first)
  expect(refreshes()).toBe(1)
  expect(await home.store.find('alice')).toMatchObject({ version: 2, accessToken: second })
})

test('a token that lives a minute is used for half of it', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store, { expiresAt: x.clock.now() + 60_000 })
  const first = await tokens.get()
  x.time.advance(29_000)
  expect(await tokens.get()).toBe(first)
  x.time.advance(1_000)
  expect(await tokens.get()).not.toBe(first)
})

test('ten calls at once renew it once', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  x.time.advance(2 * hour)
  const got = await Promise.all(Array.from({ length: 10 }, () => tokens.get()))
  expect(new Set(got).size).toBe(1)
  expect(refreshes()).toBe(1)
})

test('two that share a store renew it once', async () => {
  await using home = await openFolder()
  const one = await connect(home.store)
  const other = tokensOf(home.store, 'other')
  x.time.advance(2 * hour)
  const [first, second] = await Promise.all([one.get(), other.get()])
  expect(first).toBe(second)
  expect(refreshes()).toBe(1)
})

test('a read with a token that X has ended goes on with a new one', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  x.time.advance(hour)
  x.tokens.revoke(await tokens.get(), x.demoApp)
  const { data } = await openDoor(x, 'alice', { tokens }).read.getMe()
  expect(data.username).toBe('alice')
  expect(refreshes()).toBe(1)
})

test('a token that was just given and is refused is not renewed again and again', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  x.tokens.revoke(await tokens.get(), x.demoApp)
  const { read } = openDoor(x, 'alice', { tokens })
  await expect(read.getMe()).rejects.toMatchObject({ failure: { code: 'auth_expired' } })
  await expect(read.getMe()).rejects.toMatchObject({ failure: { code: 'auth_expired' } })
  expect(refreshes()).toBe(0)
})

test('a clock that was ahead when the account was connected does not end the login', async () => {
  await using home = await openFolder()
  const ahead = x.clock.now() + 24 * hour
  const grant = { ...grantOf(), expiresAt: ahead + 2 * hour }
  await home.store.replace('alice', grant, ahead)
  x.tokens.revoke(grant.accessToken, x.demoApp)
  const { data } = await openDoor(x, 'alice', { tokens: tokensOf(home.store) }).read.getMe()
  expect(data.username).toBe('alice')
})

test('a refresh token that X refuses ends the login, once and for all', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store, { refreshToken: 'rt_unknown' })
  x.time.advance(2 * hour)
  for (let n = 0; n < 3; n++) {
    await expect(tokens.get()).rejects.toMatchObject({ failure: { code: 'auth_expired' } })
  }
  expect(asked()).toBe(1)
  await home.store.replace('alice', grantOf(), x.clock.now())
  expect(await tokens.get()).toMatch(/^at_/)
})

test('while there is time left, a renewal that fails in passing is no trouble', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  const first = await tokens.get()
  x.time.advance(1.95 * hour)
  x.fault({ method: 'POST', fault: { kind: 'status', status: 503, when: 'before' } })
  expect(await tokens.get()).toBe(first)
  expect(await tokens.get()).not.toBe(first)
})

test('at the end, a renewal that fails in passing is told as the network', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  x.time.advance(2 * hour)
  x.fault({ method: 'POST', fault: { kind: 'drop', when: 'before' } })
  await expect(tokens.get()).rejects.toMatchObject({ failure: { code: 'network' } })
  expect(await tokens.get()).toMatch(/^at_/)
})

test('without a refresh token the login ends with its token', async () => {
  await using home = await openFolder()
  const { refreshToken, ...grant } = grantOf(['tweet.read'])
  expect(refreshToken).toBeUndefined()
  await home.store.replace('alice', grant, x.clock.now())
  const tokens = tokensOf(home.store)
  x.time.advance(2 * hour)
  await expect(tokens.get()).rejects.toMatchObject({ failure: { code: 'auth_expired' } })
})

test('an account that was never connected is told as such', async () => {
  await using home = await openFolder()
  await expect(tokensOf(home.store).get()).rejects.toMatchObject({
    failure: { code: 'not_configured' },
  })
})

test('a process that dies while it renews leaves the login to the next, after a while', async () => {
  await using home = await openFolder()
  await connect(home.store)
  const wish = { version: 1, owner: 'dead', now: x.clock.now(), until: x.clock.now() + 30_000 }
  expect(await home.store.takeLease('alice', wish)).toBe(true)
  x.time.advance(2 * hour)
  expect(await tokensOf(home.store).get()).toMatch(/^at_/)
})

test('a pair that was given and lost asks for a new login, and asks X no more', async () => {
  await using home = await openFolder()
  const tokens = await connect(home.store)
  x.time.advance(2 * hour)
  // The process died between the answer of X and the record of it.
  const lost: TokenStore = { ...home.store, keepRenewed: () => Promise.reject(new Error('killed')) }
  await expect(tokensOf(lost, 'dead').get()).rejects.toThrow('killed')
  x.time.advance(31_000)
  for (let n = 0; n < 3; n++) {
    await expect(tokens.get()).rejects.toMatchObject({ failure: { code: 'auth_expired' } })
  }
  expect(asked()).toBe(2)
})

let start = 0
async function connect(store: TokenStore, grant: Partial<TokenGrant> = {}): Promise<AccessTokens> {
  await store.replace('alice', { ...grantOf(), ...grant }, x.clock.now())
  start = x.truth.requests().length
  return tokensOf(store)
}

function grantOf(scopes?: readonly string[]): TokenGrant {
  const pair = x.token('alice', scopes ? { scopes } : {})
  return {
    accessToken: pair.accessToken,
    ...(pair.refreshToken !== undefined && { refreshToken: pair.refreshToken }),
    expiresAt: x.clock.now() + pair.expiresInSeconds * 1000,
    scopes: pair.scopes,
  }
}

function tokensOf(store: TokenStore, owner = 'test'): AccessTokens {
  const oauth = createOAuthClient({
    app: { clientId: 'demo-client' },
    tokenBaseUrl: x.url,
    now: () => x.clock.now(),
  })
  return createAccessTokens({ account: 'alice', store, oauth, owner, now: () => x.clock.now() })
}

/** How often X was asked for a token, and how often it gave one. */
function asked(): number {
  return x.truth
    .requests()
    .slice(start)
    .filter(({ path }) => path === '/2/oauth2/token').length
}

function refreshes(): number {
  const first = x.truth.requests()[start]?.n ?? Infinity
  return x.truth
    .effects()
    .filter(({ kind, request }) => kind === 'token.refresh' && request >= first).length
}
