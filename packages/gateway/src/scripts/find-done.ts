import { type HoldingIntent } from '../intent.js'
import { type DoneSearch } from '../store.js'
import { findHolder, fingerprintOf, isOver } from './holders.js'
import { toHolding } from './rows.js'
import { type Transaction } from './transaction.js'

/** The intent that has done this already, if its time is not over. Looking is safe, since nothing is done on finding none. */
export function findDone(
  tx: Transaction,
  search: DoneSearch,
  now: () => number,
): HoldingIntent | undefined {
  const { account, content, clientKey = null, slot, allowRepeat, keyOnly } = search
  const { fingerprint } = fingerprintOf(tx, account, content, slot)
  const holder = findHolder(tx, { account, clientKey, fingerprint, slot: null })
  if (!holder || holder.row.state !== 'succeeded' || isOver(holder, now())) return undefined
  const isByContent = holder.by !== 'key'
  if (holder.row.content !== content || (isByContent && (allowRepeat || keyOnly))) return undefined
  return toHolding(holder.row)
}
