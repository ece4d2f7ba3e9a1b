import { LocalConflict, type Lease, type LocalWork } from '../store.js'
import { type Intent } from '../intent.js'
import { type Chain } from './chain.js'
import { settle } from './complete.js'
import { getIntent, getRow } from './intents.js'
import { type Env } from './env.js'
import { type Transaction } from './transaction.js'

/** Changes the application's rows in the transaction that claims and records it: there is never doubt about it. */
export function applyLocally(
  tx: Transaction,
  lease: Lease,
  { statements, settled }: LocalWork,
  { chain, env }: { chain: Chain; env: Env },
): { readonly kind: 'applied'; readonly intent: Intent } {
  for (const { query, rows = 1 } of statements) {
    if (tx.query(query) !== rows) throw new LocalConflict()
  }
  const row = getRow(tx, lease.intent)
  settle(tx, { row, settlement: settled, chain, env, from: 'claimed', lease })
  return { kind: 'applied', intent: getIntent(tx, lease.intent) }
}
