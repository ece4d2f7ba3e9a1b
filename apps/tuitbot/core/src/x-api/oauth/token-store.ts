import { type TokenGrant } from './oauth-client.js'

/** An account's tokens, as they are kept. */
export interface StoredLogin extends TokenGrant {
  /** Counts the pairs that this account has had. */
  readonly version: number
  readonly obtainedAt: number
  /** `needs_login`: X has refused the refresh token, and only the person can help. */
  readonly state: 'ok' | 'needs_login'
}

export interface LeaseWish {
  /** The pair that is to be renewed. */
  readonly version: number
  readonly owner: string
  readonly now: number
  readonly until: number
}

/**
 * Keeps tokens, encrypted, and lets one process at a time renew a pair: a refresh token is good once,
 * and X ends the whole login when it sees one twice.
 */
export interface TokenStore {
  find(account: string): Promise<StoredLogin | undefined>
  /** Puts a new login in the place of whatever there was. */
  replace(account: string, grant: TokenGrant, now: number): Promise<void>
  /** `false`: another process is at it, or has done it. */
  takeLease(account: string, wish: LeaseWish): Promise<boolean>
  releaseLease(account: string, owner: string): Promise<void>
  /** Keeps the pair that came of renewing `version`. `false`: that version has been replaced since. */
  keepRenewed(account: string, version: number, grant: TokenGrant, now: number): Promise<boolean>
  /** Notes that X refuses to renew `version`. */
  lapse(account: string, version: number): Promise<void>
}
