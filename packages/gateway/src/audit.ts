import { hash } from 'node:crypto'
import { type JsonValue } from '@armorer/core'

export const AUDIT_KINDS = [
  'claimed',
  'denied',
  'dry_run',
  'routed',
  'approved',
  'rejected',
  'edited',
  'voted',
  'noted',
  'snoozed',
  'granted',
  'revoked',
  'token_refused',
  'expired',
  'dispatched',
  'succeeded',
  'failed',
  'unknown',
  'taken',
  'looked',
  'needs_human',
  'resolved',
  'replayed',
  'paused',
  'resumed',
  'writer_version',
  'probation',
  'policy',
  'rules_lifted',
  'rules_restored',
  'checkpoint',
  'erased',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** One link of an account's chain. */
export interface AuditLink {
  readonly account: string
  readonly seq: number
  readonly at: number
  readonly intent: string
  readonly kind: AuditKind
  readonly payloadHash: string
  readonly prev: string
}

/** A link as it is read back, with what it was about unless that was erased. */
export interface AuditEvent extends AuditLink {
  readonly hash: string
  readonly payload: JsonValue | undefined
  /** The same as it was written: `payloadHash` is of this. It may be no JSON where someone has changed it. */
  readonly payloadText: string | undefined
}

/** The end of a chain. Whoever knows it knows whether anything before it was changed. */
export interface AuditHead {
  readonly account: string
  readonly seq: number
  readonly hash: string
}

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly rows: number }
  | {
      readonly kind: 'broken'
      readonly account: string
      readonly seq: number
      readonly reason: string
    }

/** What the first link of a chain points at. */
export const GENESIS = '0'.repeat(64)

/** The chain of what concerns no single account: `*` cannot be an account's name. */
export const EVERYONE = '*'

/** The hash of a link. Its parts are joined by line feeds, so that SQL can work it out too. */
export function linkHash(link: AuditLink): string {
  const { account, seq, at, intent, kind, payloadHash, prev } = link
  return sha256(`${prev}\n${account}\n${seq}\n${at}\n${intent}\n${kind}\n${payloadHash}`)
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** Why a link does not belong where it stands; `undefined` where it does. What was erased is not held against it. */
export function checkLink(
  event: AuditEvent,
  expected: { seq: number; prev: string },
): string | undefined {
  const { payloadText, payloadHash } = event
  if (event.seq !== expected.seq) return `link ${expected.seq} is missing`
  if (event.prev !== expected.prev) return 'it does not follow the link before it'
  if (linkHash(event) !== event.hash) return 'it was changed after it was written'
  if (payloadText !== undefined && sha256(payloadText) !== payloadHash)
    return 'what it was about was changed after it was written'
  return undefined
}
