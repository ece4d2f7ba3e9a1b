import { BREAKER, likenessOf, type BreakerTerms, type MishapKind } from '../breakers.js'
import { type Watched } from '../store.js'
import { type Chain } from './chain.js'
import { setPaused } from './control.js'
import { isDecidedBySight } from './grants.js'
import { addMishap, forgetTexts, recentMishaps } from './mishaps.js'
import { type IntentRow } from './rows.js'
import { type Transaction } from './transaction.js'

const HOUR = 60 * 60 * 1000
const ALIKE_MS = 10 * 60 * 1000
const MOST_TEXTS = 50

export interface Outcome extends Watched {
  readonly row: Pick<IntentRow, 'id' | 'account' | 'decided_by'>
  /** What became of it. */
  readonly ended: 'succeeded' | 'failed' | 'unknown' | 'needs_human' | 'approved'
}

/** Counts what went wrong, and pauses the account if that is too much: in the transaction that records the outcome. */
export function watch(tx: Transaction, outcome: Outcome, chain: Chain): void {
  const { row, breakers } = outcome
  if (!breakers) return
  const reason = reasonToStop(tx, outcome, breakers, chain)
  if (reason !== undefined && chain.account.paused === 0) {
    setPaused(tx, { account: row.account, by: BREAKER, reason }, chain.at, true)
  }
}

function reasonToStop(
  tx: Transaction,
  { row, ended, text, isRefusal }: Outcome,
  terms: BreakerTerms,
  chain: Chain,
): string | undefined {
  const { at } = chain
  const { id: intent, account, decided_by: decidedBy } = row
  const count = (kind: MishapKind) => {
    tx.run(addMishap, { account, intent, kind, at, text: null })
    return tx.all(recentMishaps, { account, kind, since: at - HOUR, limit: 1_000 }).length
  }
  switch (ended) {
    case 'unknown':
      return count('unknown') >= terms.unknowns
        ? `the outcome of ${terms.unknowns} changes within an hour is not known`
        : undefined
    case 'failed':
      if (isRefusal && count('refused') >= terms.refusals) {
        return `the far side refused ${terms.refusals} changes within an hour`
      }
      return chain.account.failures >= terms.failures
        ? `${terms.failures} changes in a row have failed`
        : undefined
    case 'succeeded':
      // What a person has seen and let through is no machine that repeats itself.
      return text === undefined || isDecidedBySight(decidedBy)
        ? undefined
        : alike(tx, { account, intent, text }, terms, at)
    case 'needs_human':
    case 'approved':
      return undefined
  }
}

function alike(
  tx: Transaction,
  said: { readonly account: string; readonly intent: string; readonly text: string },
  { alike: most, likeness }: BreakerTerms,
  at: number,
): string | undefined {
  const { account, text } = said
  const since = at - ALIKE_MS
  const others = tx.all(recentMishaps, { account, kind: 'text', since, limit: MOST_TEXTS })
  tx.run(addMishap, { ...said, kind: 'text', at })
  tx.run(forgetTexts, { account, before: since })
  const near = others.filter((other) => likenessOf(other.text ?? '', text) >= likeness)
  return near.length + 1 >= most
    ? `${most} texts within ten minutes are nearly the same`
    : undefined
}
