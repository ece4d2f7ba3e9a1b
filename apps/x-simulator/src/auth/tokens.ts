import { type Clock } from '../clock.js'
import { type Random } from '../random.js'
import { type App } from './apps.js'

const accessTokenMs = 2 * 60 * 60 * 1000
const codeMs = 30 * 1000

/** Who makes a request: an app for itself, or for an account within the scopes that it was given. */
export type Caller =
  | { readonly kind: 'app'; readonly app: App }
  | {
      readonly kind: 'user'
      readonly app: App
      readonly accountId: string
      readonly scopes: ReadonlySet<string>
    }

/** Everything that came out of one consent. Using an old refresh token ends all of it. */
interface Family {
  readonly app: App
  readonly accountId: string
  readonly scopes: readonly string[]
  revoked: boolean
}

export interface Grant {
  readonly app: App
  readonly accountId: string
  readonly scopes: readonly string[]
}

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly expiresInSeconds: number
  readonly scopes: readonly string[]
}

export interface CodeRequest extends Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly method: 'S256' | 'plain'
}

interface Code extends CodeRequest {
  readonly expiresAt: number
  family: Family | undefined
}

export type Redeemed =
  | { kind: 'issued'; tokens: TokenPair; accountId: string }
  /** `reused`: it was good once, and its second use has ended everything that came of it. */
  | { kind: 'refused'; reused: boolean }

export type Tokens = ReturnType<typeof createTokens>

/** Codes and tokens, as long as they live. */
export function createTokens(clock: Clock, random: Random) {
  const access = new Map<string, { family: Family; expiresAt: number }>()
  const refresh = new Map<string, { family: Family; used: boolean }>()
  const codes = new Map<string, Code>()
  const apps = new Map<string, App>()

  function issue(family: Family, lifeMs = accessTokenMs): TokenPair {
    const accessToken = `at_${random.hex(48)}`
    access.set(accessToken, { family, expiresAt: clock.now() + lifeMs })
    const refreshToken = family.scopes.includes('offline.access')
      ? `rt_${random.hex(48)}`
      : undefined
    if (refreshToken !== undefined) refresh.set(refreshToken, { family, used: false })
    return {
      accessToken,
      refreshToken,
      expiresInSeconds: Math.floor(lifeMs / 1000),
      scopes: family.scopes,
    }
  }

  return {
    mint: (grant: Grant, lifeMs?: number) => issue({ ...grant, revoked: false }, lifeMs),

    /** The one bearer token that an app has for itself. */
    mintForApp(app: App): string {
      const known = [...apps].find(([, owner]) => owner === app)
      if (known) return known[0]
      const token = `app_${random.hex(60)}`
      apps.set(token, app)
      return token
    },

    mintCode(request: CodeRequest): string {
      const code = `code_${random.hex(40)}`
      codes.set(code, { ...request, expiresAt: clock.now() + codeMs, family: undefined })
      return code
    },

    redeemCode(code: string, matches: (request: CodeRequest) => boolean): Redeemed {
      const known = codes.get(code)
      if (known?.family) {
        known.family.revoked = true
        return { kind: 'refused', reused: true }
      }
      if (known === undefined || clock.now() > known.expiresAt || !matches(known)) {
        return { kind: 'refused', reused: false }
      }
      const { app, accountId, scopes } = known
      known.family = { app, accountId, scopes, revoked: false }
      return { kind: 'issued', tokens: issue(known.family), accountId }
    },

    refresh(token: string, app: App): Redeemed {
      const known = refresh.get(token)
      if (known === undefined || known.family.app !== app || known.family.revoked) {
        return { kind: 'refused', reused: false }
      }
      if (known.used) {
        known.family.revoked = true
        return { kind: 'refused', reused: true }
      }
      known.used = true
      const { accountId } = known.family
      return { kind: 'issued', tokens: issue(known.family), accountId }
    },

    /** Ends a token of this app, and says whether there was one; with a refresh token its family ends. */
    revoke(token: string, app: App): boolean {
      const family = refresh.get(token)?.family
      if (family?.app === app && !family.revoked) {
        family.revoked = true
        return true
      }
      if (access.get(token)?.family.app === app) return access.delete(token)
      return apps.get(token) === app && apps.delete(token)
    },

    findCaller(token: string): Caller | undefined {
      const app = apps.get(token)
      if (app) return { kind: 'app', app }
      const known = access.get(token)
      if (known === undefined || known.family.revoked) return undefined
      if (clock.now() >= known.expiresAt) return undefined
      const { family } = known
      const scopes = new Set(family.scopes)
      return { kind: 'user', app: family.app, accountId: family.accountId, scopes }
    },
  }
}
