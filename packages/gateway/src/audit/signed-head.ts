import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { canonicalJson } from '@armorer/core'
import { type AuditHead } from '../audit.js'
import { AuditFormatError } from './format-error.js'

/** The end of a chain, with someone's word that it was there. Kept where the database's owner cannot reach, it shows every later change. */
export interface SignedHead extends AuditHead {
  /** When it was signed. */
  readonly at: number
  /** SHA-256 of the public key, to find it by. */
  readonly key: string
  readonly signature: string
}

/** Signs a head with an Ed25519 key. Of `checkpoint()` it vouches for every chain, of a chain's own head for that one. */
export function signHead(
  { account, seq, hash }: AuditHead,
  { key, at }: { readonly key: KeyObject; readonly at: number },
): SignedHead {
  const said = { account, seq, hash, at, key: keyId(createPublicKey(onlyEd25519(key))) }
  const signature = sign(null, wordsOf(said), key).toString('base64url')
  return { ...said, signature }
}

/** Whether one of these public keys has signed it, as it is. */
export function isSignedBy(head: SignedHead, keys: readonly KeyObject[]): boolean {
  const key = keys.find((one) => keyId(onlyEd25519(one)) === head.key)
  if (!key) return false
  const signature = Buffer.from(head.signature, 'base64url')
  // What decodes to the same bytes is not the same text.
  if (signature.toString('base64url') !== head.signature) return false
  return verify(null, wordsOf(head), key, signature)
}

/** Reads what `JSON.stringify` made of a signed head. Whether it is to be believed, its signature says. */
export function parseSignedHead(text: string): SignedHead {
  const value = parse(text)
  if (typeof value !== 'object' || value === null) throw unreadable()
  const read: Record<string, unknown> = { ...value }
  const { account, seq, hash, at, key, signature } = read
  if (
    typeof account !== 'string' ||
    typeof hash !== 'string' ||
    typeof key !== 'string' ||
    typeof signature !== 'string' ||
    !isCount(seq) ||
    !isCount(at)
  ) {
    throw unreadable()
  }
  return { account, seq, hash, at, key, signature }
}

/** No signature of anything else can be mistaken for one of these. */
function wordsOf({ account, seq, hash, at, key }: Omit<SignedHead, 'signature'>): Buffer {
  return Buffer.from(canonicalJson({ format: 'armorer audit head 1', account, seq, hash, at, key }))
}

function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

function onlyEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new AuditFormatError('wrong_key', 'heads are signed with Ed25519 keys, and this is another')
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): AuditFormatError {
  return new AuditFormatError('unreadable', 'this is no signed head', { cause })
}
