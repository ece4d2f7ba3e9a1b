import { Buffer } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { type AuthInfo } from '@modelcontextprotocol/server'
import { type BearerOptions } from './bearer.js'

/** A token that was handed out, without the token. */
export interface KnownToken {
  /** Of the token, in hexadecimal. */
  readonly sha256: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; never unless given. */
  readonly expiresAt?: number
}

/** A `verify` for tokens that were handed out by hand. How long it takes tells nothing of them. */
export function knownTokens(
  tokens: readonly KnownToken[],
  resource: URL,
  now: () => number = Date.now,
): BearerOptions['verify'] {
  const hashes = tokens.map((known) => ({ known, hash: readHash(known.sha256) }))
  return async (token) => {
    const given = createHash('sha256').update(token).digest()
    // All are compared, whichever it is.
    const [match] = hashes.filter(({ hash }) => timingSafeEqual(hash, given))
    return match && toAuthInfo(match.known, { token, resource, now: now() })
  }
}

const AN_HOUR_IN_SECONDS = 3_600

function toAuthInfo(
  { clientId, scopes, expiresAt }: KnownToken,
  { token, resource, now }: { token: string; resource: URL; now: number },
): AuthInfo {
  const seconds = expiresAt === undefined ? now / 1000 + AN_HOUR_IN_SECONDS : expiresAt / 1000
  return { token, clientId, scopes: [...scopes], resource, expiresAt: Math.floor(seconds) }
}

function readHash(text: string): Buffer {
  if (!/^[\da-f]{64}$/i.test(text)) throw new Error('a SHA-256 has 64 hexadecimal digits')
  return Buffer.from(text, 'hex')
}
