import { findSettleable } from '../scripts/complete.js'
import { holderOfFingerprint, holderOfKey } from '../scripts/holders.js'
import { findBound } from '../scripts/intents.js'
import { type ClaimInput, type CompleteInput, type DoneSearch } from '../store.js'
import { type Scope } from './job.js'
import { ask, type Question } from './question.js'

interface Home {
  readonly account: string
  readonly operation: string
}

/** More than are ever under way; what is forgotten is only asked for again. */
const MOST = 10_000

/** Where the intents of this process belong, so that what is known already need not be asked before it is locked. */
export function createHomes() {
  const homes = new Map<string, Home>()
  return {
    keep({ id, account, operation }: Home & { readonly id: string }) {
      if (homes.size >= MOST) homes.clear()
      homes.set(id, { account, operation })
    },
    scopeOf(intent: string): Scope {
      const home = homes.get(intent)
      return home ? { accounts: [home.account] } : { intents: [intent] }
    },
    readsOfCompletion({ lease, settlement }: CompleteInput): readonly Question[] {
      const home = homes.get(lease.intent)
      homes.delete(lease.intent)
      const row = ask(findSettleable, { id: lease.intent })
      const externalId = settlement.kind === 'succeeded' ? settlement.externalId : undefined
      if (!home || externalId === undefined) return [row]
      return [row, ask(findBound, { ...home, externalId })]
    },
  }
}

/** What a claim reads, if nothing is unusual about it; `undefined` where something is. */
export function readsOfClaim({ intent, local }: ClaimInput): readonly Question[] | undefined {
  return local || intent.slot ? undefined : readsOfSearch(intent)
}

/** Who could be there already. Where there is a slot, that depends on how often it has changed. */
export function readsOfSearch(search: DoneSearch): readonly Question[] {
  const { account, content, clientKey, slot } = search
  return [
    ...(slot ? [] : [ask(holderOfFingerprint, { account, fingerprint: content })]),
    ...(clientKey === undefined ? [] : [ask(holderOfKey, { account, clientKey })]),
  ]
}
