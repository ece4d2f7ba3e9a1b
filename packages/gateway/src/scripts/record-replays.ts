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

/** Writes down who was told again, if nobody else has by then. */
type RecordReplays = (tx: Transaction, now: number) => void

/** More than asks between two commits; what is forgotten was only said again. */
const MOST = 10_000

/**
 * Counts who is told again what is done until it is written down, so that whoever asks in a loop does not fill a chain with it.
 * Each time gives a script: the first that runs writes all that was counted for its account, and the rest find nothing left.
 */
export function createReplayCounts() {
  const counted = new Map<string, Map<string, Replayed>>()

  const count = (account: string, intent: string, { kind, id }: Principal) => {
    const those = counted.get(account) ?? new Map<string, Replayed>()
    if (those.size >= MOST) those.clear()
    // No name holds a line feed.
    const key = `${intent}\n${kind}\n${id}`
    const known = those.get(key)
    if (known) known.times += 1
    else those.set(key, { intent, principal: { kind, id }, times: 1 })
    counted.set(account, those)
  }

  return (original: Pick<Intent, 'id' | 'account'>, principal: Principal): RecordReplays => {
    const { id, account } = original
    count(account, id, principal)
    let mine: ReadonlyMap<string, Replayed> | undefined
    return (tx, now) => {
      // It says the same when it has to go again.
      if (!mine) {
        mine = counted.get(account) ?? new Map()
        counted.delete(account)
      }
      if (mine.size === 0) return
      const chain = openChain(tx, account, now)
      for (const { intent, principal: by, times } of mine.values()) {
        chain.append('replayed', intent, { principal: { ...by }, ...(times > 1 && { times }) })
      }
      chain.save()
    }
  }
}
