import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { allScopes } from '../scopes.js'
import { type OAuthClient, type TokenAnswer } from './oauth-client.js'

/** A login that waits for the person's consent. It is good for one answer. */
export interface PendingLogin {
  /** Where the person has to go. */
  readonly url: string
  readonly redirectUri: string
  readonly state: string
  readonly verifier: string
}

export interface LoginOptions {
  readonly redirectUri: string
  /** Everything that Tuitbot can do unless given. */
  readonly scopes?: readonly string[]
  readonly random?: (bytes: number) => Buffer
}

/** Begins a login: the address to open, and the secrets that its answer is checked by. */
export function startLogin(oauth: OAuthClient, options: LoginOptions): PendingLogin {
  const { redirectUri, scopes = allScopes, random = randomBytes } = options
  const state = random(32).toString('base64url')
  const verifier = random(48).toString('base64url')
  const url = new URL(oauth.authorizeUrl)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: oauth.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return { url: url.href, redirectUri, state, verifier }
}

/** Where the browser was sent, or the code that a person has copied out of it. */
export type LoginReply =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'code'; readonly code: string }

/** Ends a login with the reply to it. An address must carry the state that was sent out. */
export async function finishLogin(
  oauth: OAuthClient,
  pending: PendingLogin,
  reply: LoginReply,
): Promise<TokenAnswer> {
  const read =
    reply.kind === 'code' ? { code: reply.code.trim() } : readAddress(pending, reply.address)
  if ('message' in read) return { kind: 'refused', message: read.message }
  if (!/^[\w.~-]{1,1000}$/.test(read.code))
    return { kind: 'refused', message: 'this is no code of X' }
  return oauth.exchangeCode(read.code, pending.verifier, pending.redirectUri)
}

/** What a person has pasted: the whole address from the browser, or the code alone. */
export function readPastedReply(text: string): LoginReply {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed)
    ? { kind: 'address', address: trimmed }
    : { kind: 'code', code: trimmed }
}

function readAddress(
  pending: PendingLogin,
  address: string,
): { code: string } | { message: string } {
  if (!URL.canParse(address)) return { message: 'this is no address' }
  const { searchParams } = new URL(address)
  if (!isSame(searchParams.get('state') ?? '', pending.state)) {
    return { message: 'this answer belongs to another login' }
  }
  const error = searchParams.get('error')
  if (error !== null) return { message: `X has not connected the account: ${error.slice(0, 100)}` }
  return { code: searchParams.get('code') ?? '' }
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
