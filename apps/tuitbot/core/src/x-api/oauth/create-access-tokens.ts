import { type AccessTokens } from '../access-tokens.js'
import { ProviderError } from '../provider-error.js'
import { type OAuthClient } from './oauth-client.js'
import { type StoredLogin, type TokenStore } from './token-store.js'

export interface AccessTokenOptions {
  readonly account: string
  readonly store: TokenStore
  readonly oauth: OAuthClient
  /** Names this process among those that share the store. */
  readonly owner: string
  readonly now?: () => number
  readonly sleep?: (ms: number) => Promise<void>
  /** A token is renewed when it has less than this left. Five minutes unless given. */
  readonly marginMs?: number
  /** How long a renewal may take before another process may try. 30 s unless given. */
  readonly leaseMs?: number
}

/** A token that has just been given and is refused all the same is not helped by another. */
const TOO_FRESH_MS = 30_000

/** The tokens of one account, renewed before they end, by one process at a time. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { account, store, oauth, owner, now = () => Date.now(), sleep = pause } = options
  const { marginMs = 5 * 60_000, leaseMs = 30_000 } = options
  let renewing: Promise<StoredLogin> | undefined

  async function current(): Promise<StoredLogin> {
    const login = await store.find(account)
    if (login === undefined) {
      throw new ProviderError({ code: 'not_configured' }, 'this account is not connected to X')
    }
    if (login.state === 'needs_login') throw expired()
    return login
  }

  function renewOnce(login: StoredLogin): Promise<StoredLogin> {
    renewing ??= renewWithLease(login).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renewWithLease(login: StoredLogin): Promise<StoredLogin> {
    const { version, refreshToken } = login
    if (refreshToken === undefined) throw expired()
    const until = now() + leaseMs
    for (;;) {
      const wish = { version, owner, now: now(), until: now() + leaseMs }
      if (await store.takeLease(account, wish)) return renewAlone(login, refreshToken)
      const seen = await current()
      if (seen.version !== version) return seen
      if (now() > until) throw unreachable('another process is renewing the token, without an end')
      await sleep(50)
    }
  }

  /** The lease is ours. What comes back is kept before anybody uses it. */
  async function renewAlone(login: StoredLogin, refreshToken: string): Promise<StoredLogin> {
    const { version } = login
    const answer = await oauth.refresh(refreshToken)
    switch (answer.kind) {
      case 'granted':
        // X may leave out a refresh token that goes on being good.
        await store.keepRenewed(account, version, { refreshToken, ...answer.grant }, now())
        return current()
      case 'refused': {
        const seen = await current()
        if (seen.version !== version) return seen
        await store.lapse(account, version)
        throw expired(answer.message)
      }
      case 'unanswered':
        await store.releaseLease(account, owner)
        throw unreachable(answer.message)
    }
  }

  return {
    async get() {
      const login = await current()
      const left = login.expiresAt - now()
      // A token that lives shortly is not renewed all the time.
      const life = login.expiresAt - login.obtainedAt
      if (left > Math.min(marginMs, life / 2)) return login.accessToken
      try {
        return (await renewOnce(login)).accessToken
      } catch (error) {
        // There is time left to try again.
        if (left > 0 && isPassing(error)) return login.accessToken
        throw error
      }
    },
    async renew(refused) {
      const login = await current()
      if (login.accessToken !== refused) return login.accessToken
      const age = now() - login.obtainedAt
      // Below zero our clock was ahead then, and nothing is known of its age.
      if (age >= 0 && age < TOO_FRESH_MS) throw expired()
      return (await renewOnce(login)).accessToken
    },
    scopes: async () => (await current()).scopes,
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof ProviderError && error.failure.code === 'network'
}

function expired(why?: string): ProviderError {
  const message = `the login has ended: connect the account again${why === undefined ? '' : ` (${why})`}`
  return new ProviderError({ code: 'auth_expired' }, message)
}

function unreachable(message: string): ProviderError {
  return new ProviderError({ code: 'network' }, `the token could not be renewed: ${message}`)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
