import { hkdfSync } from 'node:crypto'
import { type ApprovalKeys } from '@armorer/gateway'
import { type KeyRing } from './master-key.js'

/** Keys for one purpose, made of the master keys: what is sealed for one purpose does not pass for another. */
export function deriveKeys({ newest, keys }: KeyRing, purpose: string): ApprovalKeys {
  const derived = [...keys].map(
    ([version, key]) =>
      [String(version), new Uint8Array(hkdfSync('sha256', key, '', purpose, 32))] as const,
  )
  return { current: String(newest), keys: new Map(derived) }
}
