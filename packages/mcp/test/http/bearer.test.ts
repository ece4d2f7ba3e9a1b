import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { type BearerOptions } from '../../src/http/bearer.js'
import { knownTokens } from '../../src/http/known-tokens.js'
import { ask, modernRequest } from './modern-wire.js'
import { openHttp } from './world.js'

const resource = new URL('http://localhost/mcp')
const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')

const tokens = [
  { sha256: sha256('alices'), clientId: 'alice', scopes: ['read', 'write'] },
  { sha256: sha256('bobs'), clientId: 'bob', scopes: ['read'] },
  { sha256: sha256('old'), clientId: 'carol', scopes: ['read'], expiresAt: 1 },
]

const auth: BearerOptions = {
  resource,
  authorizationServers: ['https://auth.example.com'],
  scopes: ['read', 'write'],
  verify: knownTokens(tokens, resource),
}

const call = (headers: Record<string, string>) =>
  modernRequest('tools/call', { name: 'echo' }, { headers })
const as = (token: string) => call({ authorization: `Bearer ${token}` })

test('a token says who asks', async () => {
  const { fetch } = openHttp({ auth })

  expect((await ask(fetch, as('alices'))).result).toMatchObject({ content: [{ text: 'alice: ' }] })
})

describe('nobody gets in', () => {
  test.each([
    ['without a token', call({})],
    ['with an unknown one', as('evil')],
    ['with an empty one', as('')],
    ['with one that has expired', as('old')],
    ['with half of one', as('alice')],
    ['with the hash of one', as(sha256('alices'))],
    ['by a cookie', call({ cookie: 'token=alices' })],
    ['by another scheme', call({ authorization: 'Basic YWxpY2VzOg==' })],
  ])('%s, and is told where to get one', async (_what, request) => {
    const { fetch } = openHttp({ auth })

    const response = await fetch(request)

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain(
      'resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"',
    )
  })

  test('with a token in the address', async () => {
    const { fetch } = openHttp({ auth })
    const request = new Request('http://localhost/mcp?access_token=alices', as('alices'))

    expect((await fetch(request)).status).toBe(400)
  })

  test('with a token for another server', async () => {
    const verify = knownTokens(tokens, new URL('https://other.example.com/mcp'))
    const { fetch } = openHttp({ auth: { ...auth, verify } })

    expect((await fetch(as('alices'))).status).toBe(401)
  })

  test('with a token that allows too little', async () => {
    const { fetch } = openHttp({ auth: { ...auth, requiredScopes: ['write'] } })

    const response = await fetch(as('bobs'))

    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toContain('insufficient_scope')
    expect((await fetch(as('alices'))).status).toBe(200)
  })

  test('where it cannot be found out who asks', async () => {
    const verify = () => Promise.reject(new Error('the directory is down'))
    const onError = vi.fn<(error: Error) => void>()
    const { fetch } = openHttp({ auth: { ...auth, verify }, onError })

    const response = await fetch(as('alices'))
    await fetch(call({}))

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('directory')
    // Whoever has no token is no failure of ours.
    expect(onError.mock.calls).toMatchObject([[{ message: 'the directory is down' }]])
  })
})

test('whoever may ask for less sees less, and can call no more', async () => {
  const { fetch } = openHttp({
    auth,
    mayUse: (_tool, caller) => caller.auth?.scopes.includes('write') ?? false,
  })
  const list = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { result } = await ask(fetch, modernRequest('tools/list', {}, { headers }))
    return result
  }

  expect(await list('alices')).toMatchObject({ tools: [{ name: 'echo' }], cacheScope: 'private' })
  expect(await list('bobs')).toMatchObject({ tools: [] })
  expect((await ask(fetch, as('bobs'))).error?.code).toBe(-32_602)
})

test('the document that says where tokens come from is there for everyone', async () => {
  const { fetch } = openHttp({ auth })
  const url = 'http://localhost/.well-known/oauth-protected-resource/mcp'

  const response = await fetch(new Request(url, { headers: { host: 'localhost' } }))

  expect(await response.json()).toEqual({
    resource: 'http://localhost/mcp',
    authorization_servers: ['https://auth.example.com'],
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write'],
  })
})

test('a token goes no further than the door', async () => {
  const seen: unknown[] = []
  const { fetch } = openHttp({
    auth,
    facts: (caller) => {
      seen.push(caller)
      return { principal: { kind: 'agent', id: 'x' } }
    },
  })

  await fetch(as('alices'))

  expect(seen).toHaveLength(1)
  expect(JSON.stringify(seen)).not.toContain('alices')
})

test('one caller cannot use up what another may ask', async () => {
  const { fetch } = openHttp({ auth, limits: { perMinute: 1 } })

  const statuses = []
  for (const token of ['alices', 'alices', 'bobs']) statuses.push((await fetch(as(token))).status)

  expect(statuses).toEqual([200, 429, 200])
})
