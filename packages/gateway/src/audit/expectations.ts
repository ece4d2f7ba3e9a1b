import { type AuditHead } from '../audit.js'

/** What is known of chains before they are read: which link must have which hash, and up to where someone vouches for it. */
export interface Expectations {
  /** `false`: it contradicts what was said of the same link before. */
  add(head: AuditHead, isVouched: boolean): boolean
  /** Whether a link is the one that was spoken of, if it was. */
  meets(link: AuditHead): boolean
  vouchedUntil(account: string): number
  /** A link that was spoken of and has not been met. */
  unmet(account?: string): Pick<AuditHead, 'account' | 'seq'> | undefined
}

export function createExpectations(): Expectations {
  const hashes = new Map<string, Map<number, string>>()
  const vouched = new Map<string, number>()
  return {
    add({ account, seq, hash }, isVouched) {
      const known = hashes.get(account) ?? new Map<number, string>()
      hashes.set(account, known)
      if ((known.get(seq) ?? hash) !== hash) return false
      known.set(seq, hash)
      if (isVouched) vouched.set(account, Math.max(vouched.get(account) ?? 0, seq))
      return true
    },
    meets({ account, seq, hash }) {
      const known = hashes.get(account)
      if ((known?.get(seq) ?? hash) !== hash) return false
      known?.delete(seq)
      return true
    },
    vouchedUntil: (account) => vouched.get(account) ?? 0,
    unmet(account) {
      for (const one of account === undefined ? hashes.keys() : [account]) {
        const [seq] = hashes.get(one)?.keys() ?? []
        if (seq !== undefined) return { account: one, seq }
      }
      return undefined
    },
  }
}
