import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { canonicalJson, digest } from '@armorer/core'
import { type Clock } from './clock.js'
import { type Gateway } from './gateway.js'
import { type Intent } from './intent.js'
import { insistOnPerson } from './principal.js'
import { type Principal } from './request.js'
import { type Decided } from './approval-store.js'

const FORM = 'apt1'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** It stands in a link as it is. */
const KEY_ID = /^[\w-]{1,32}$/

/** Keys of 32 bytes by their id. New tokens are sealed with `current`; the others only open what is still out there. */
export interface ApprovalKeys {
  readonly current: string
  readonly keys: ReadonlyMap<string, Uint8Array>
}

/** What its holder may do with the approval. */
export type TokenDecision = 'approve' | 'reject'

/** For whom a token is, for what, and for how long. */
export interface ApprovalTerms {
  readonly to: Principal
  readonly may: readonly TokenDecision[]
  /** It never outlives the approval itself. */
  readonly expiresAt: number
}

/** What a token says: one approval as it stood when the token was made, and whom it was made for. */
export interface ApprovalClaims {
  readonly intent: string
  readonly queueId: number
  readonly account: string
  readonly operation: string
  readonly content: string
  /** The digest of all arguments; `content` leaves out what does not tell two requests apart. */
  readonly args: string
  readonly policyVersion: number
  readonly to: string
  readonly may: readonly TokenDecision[]
  readonly expiresAt: number
}

/** Why a token decides nothing. `stale`: the approval was decided, edited or has run out since. */
export type TokenFailure =
  | 'unreadable'
  | 'unknown_key'
  | 'expired'
  | 'other_principal'
  | 'other_decision'
  | 'stale'

export interface TokenRefused {
  readonly kind: 'refused'
  readonly code: TokenFailure
  readonly reason: string
  /** Missing where the token itself cannot be believed. */
  readonly claims?: ApprovalClaims | undefined
}

export type OpenedApproval =
  | { readonly kind: 'opened'; readonly claims: ApprovalClaims }
  | TokenRefused

/** A decision that came by a link or a form. */
export interface TokenUse {
  readonly token: string
  readonly decision: TokenDecision
  /** Who holds it, as far as the channel knows. */
  readonly by: Principal
  readonly note?: string | undefined
  readonly keys: ApprovalKeys
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A text by which one person can decide one waiting approval, as it stands, once. AES-256-GCM, so that a link shows nothing of
 * it and nothing of it can be changed.
 */
export function sealApproval(intent: Intent, terms: ApprovalTerms, keys: ApprovalKeys): string {
  const claims = claimsOf(intent, terms)
  const { current } = keys
  if (!KEY_ID.test(current)) throw new RangeError(`a key cannot be called ${current}`)
  const key = keys.keys.get(current)
  if (!key) throw new RangeError(`there is no key ${current}`)
  const header = `${FORM}.${current}`
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', checkedKey(key), iv)
  cipher.setAAD(Buffer.from(header))
  const body = Buffer.concat([cipher.update(canonicalJson(claims), 'utf8'), cipher.final()])
  return `${header}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`
}

/** What a token says, if we made it and its time is not over. It reads nothing but the token. */
export function openApproval(token: string, keys: ApprovalKeys, now: number): OpenedApproval {
  const [form, id = '', sealed = '', ...rest] = token.split('.')
  if (form !== FORM || rest.length > 0) return refused('unreadable', 'this is no approval token')
  const key = keys.keys.get(id)
  if (!key) return refused('unknown_key', 'it was sealed with a key that is not here')
  const claims = unseal(`${form}.${id}`, sealed, checkedKey(key))
  if (!claims) return refused('unreadable', 'it was changed, or not made by us')
  if (claims.expiresAt <= now) return refused('expired', 'its time is over', claims)
  return { kind: 'opened', claims }
}

/**
 * Decides an approval by a token. It counts once, for the person it was made for, and only while the approval is what it was
 * when the token was made: the store decides who comes first.
 */
export async function decideByToken(
  gateway: TokenGateway,
  use: TokenUse,
): Promise<Decided | TokenRefused> {
  const decided = await tryToken(gateway, use)
  if (decided.kind === 'refused') {
    const { code, claims } = decided
    const said = { code, by: use.by, account: claims?.account, intent: claims?.intent }
    await gateway.recordRefusedToken(said)
  }
  return decided
}

/** As much of a gateway as a token needs. */
export type TokenGateway = Pick<Gateway, 'show' | 'approve' | 'reject' | 'recordRefusedToken'>

async function tryToken(
  gateway: TokenGateway,
  { token, decision, by, note, keys, clock }: TokenUse,
): Promise<Decided | TokenRefused> {
  const opened = openApproval(token, keys, clock.now())
  if (opened.kind === 'refused') return opened
  const { claims } = opened
  if (by.kind !== 'person' || by.id !== claims.to) {
    return refused('other_principal', 'it was made for another', claims)
  }
  if (!claims.may.includes(decision)) {
    return refused('other_decision', `it is not for this: ${decision}`, claims)
  }
  const intent = await gateway.show(claims.intent)
  if (!intent || !isStill(intent, claims)) return stale(claims)
  const decided = await gateway[decision](intent.id, {
    principal: by,
    note,
    content: claims.content,
  })
  return decided.kind === 'moved_on' ? stale(claims) : decided
}

function claimsOf(intent: Intent, { to, may, expiresAt }: ApprovalTerms): ApprovalClaims {
  const { id, queueId, account, operation, content, policyVersion } = intent
  if (intent.state !== 'awaiting_approval' || queueId === undefined) {
    throw new RangeError(`${id} does not wait for an approval`)
  }
  insistOnPerson(to, 'decides')
  if (may.length === 0) throw new RangeError('a token that may do nothing is of no use')
  return {
    intent: id,
    queueId,
    account,
    operation,
    content,
    args: digest(intent.args),
    policyVersion,
    to: to.id,
    may: [...may],
    expiresAt: Math.trunc(Math.min(expiresAt, intent.expiresAt ?? expiresAt)),
  }
}

function isStill(intent: Intent, claims: ApprovalClaims): boolean {
  return (
    intent.state === 'awaiting_approval' &&
    intent.queueId === claims.queueId &&
    intent.account === claims.account &&
    intent.operation === claims.operation &&
    intent.content === claims.content &&
    intent.policyVersion === claims.policyVersion &&
    digest(intent.args) === claims.args
  )
}

function unseal(header: string, sealed: string, key: Uint8Array): ApprovalClaims | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  // Another spelling of the same bytes is not what was sealed.
  if (bytes.toString('base64url') !== sealed) return undefined
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(header))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
    // The tag says that `sealApproval` wrote it.
    return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8')) as ApprovalClaims
  } catch {
    return undefined
  }
}

function checkedKey(key: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key for approvals has ${KEY_BYTES} bytes`)
  return key
}

function stale(claims: ApprovalClaims): TokenRefused {
  return refused('stale', 'the approval was decided, edited or has run out since', claims)
}

function refused(code: TokenFailure, reason: string, claims?: ApprovalClaims): TokenRefused {
  return { kind: 'refused', code, reason, claims }
}
