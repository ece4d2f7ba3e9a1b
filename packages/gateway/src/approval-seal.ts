import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@armorer/core'
import { type ApprovalKeys } from './approval-token.js'
import { type Intent } from './intent.js'

/** Ties an approval to exactly what was approved, and to whoever did. */
export interface ApprovalSeal {
  of(intent: Intent, by: string): string
  /** Whether it was approved as it is now. */
  isOn(intent: Intent): boolean
}

/** Everyone knows it: then a seal only tells of changes by those who did not work it out anew. */
const KEYLESS: ApprovalKeys = {
  current: 'none',
  keys: new Map([['none', new Uint8Array(32)]]),
}

/** HMAC-SHA-256 under keys that are not in the database, so that who can write there still cannot approve. */
export function createApprovalSeal(keys: ApprovalKeys = KEYLESS): ApprovalSeal {
  const sealWith = (keyId: string, intent: Intent, by: string): string | undefined => {
    const key = keys.keys.get(keyId)
    return key && `${keyId}.${createHmac('sha256', key).update(textOf(intent, by)).digest('hex')}`
  }
  return {
    of(intent, by) {
      const seal = sealWith(keys.current, intent, by)
      if (seal === undefined) throw new RangeError(`there is no key ${keys.current}`)
      return seal
    },
    isOn(intent) {
      const { seal = '', decidedBy = '' } = intent
      const [keyId = ''] = seal.split('.')
      const expected = sealWith(keyId, intent, decidedBy)
      return expected !== undefined && isSame(seal, expected)
    },
  }
}

function textOf(intent: Intent, by: string): string {
  const { id, account, operation, args, content, policyVersion, expiresAt = null } = intent
  return canonicalJson({ id, account, operation, args, content, policyVersion, expiresAt, by })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
