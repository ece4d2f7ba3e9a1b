import { type Intent } from '../intent.js'
import { type Principal } from '../request.js'
import { openChain } from './chain.js'
import { type Transaction } from './transaction.js'

/** Someone who was told what an intent had done, and how often since that was last written down. */
interface Replayed {
  readonly intent: string
  readonly principal: Principal
  times: number
}

/** What one script is to write. */
export interface ReplayRecords {
  /** It says the same whenever it has to go again. */
  write(tx: Transaction, now: number): void
  /** It will not be written: what comes from now on is counted anew. */
  drop(): void
}

/** More than anyone asks about between two commits. */
const MOST = 10_000

/**
 * Counts who is told again what is done until it is written down, so that whoever asks in a loop does not fill a chain with it.
 * Gives what is to be written where nothing of the account waits for that yet.
 */
export function createReplayCounts() {
  const waiting = new Map<string, Map<string, Replayed>>()

  const begin = (account: string, those: ReadonlyMap<string, Replayed>): ReplayRecords => {
    const end = () => {
      if (waiting.get(account) === those) waiting.delete(account)
    }
    return {
      write(tx, now) {
        end()
        const chain = openChain(tx, account, now)
        for (const { intent, principal, times } of those.values()) {
          chain.append('replayed', intent, {
            principal: { ...principal },
            ...(times > 1 && { times }),
          })
        }
        chain.save()
      },
      drop: end,
    }
  }

  return (
    { id, account }: Pick<Intent, 'id' | 'account'>,
    { kind, id: by }: Principal,
  ): ReplayRecords | undefined => {
    const known = waiting.get(account)
    const those = known ?? new Map<string, Replayed>()
    // No name holds a line feed.
    const key = `${id}\n${kind}\n${by}`
    const asked = those.get(key)
    if (asked) asked.times += 1
    else if (those.size < MOST)
      those.set(key, { intent: id, principal: { kind, id: by }, times: 1 })
    if (known) return undefined
    waiting.set(account, those)
    return begin(account, those)
  }
}
