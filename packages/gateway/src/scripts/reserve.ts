import { showDuration } from '../policy/duration.js'
import { type Reserve } from '../policy/policy.js'
import { LONGEST_WINDOW_MS, type Measured } from '../policy-store.js'
import { type StoreDenial } from '../store.js'
import { type Recalled } from './recalled-rows.js'
import { bindingOf, statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

export interface Reservation {
  readonly intent: string
  readonly account: string
  readonly at: number
  readonly reserves: readonly Reserve[]
}

/** Reserves what an intent will use of every limited dimension, all or none. */
export function reserve(tx: Transaction, reservation: Reservation): StoreDenial | undefined {
  const { intent, account, at, reserves } = reservation
  const taken: Taken[] = []
  const full: StoreDenial[] = []
  for (const one of reserves) {
    const { dimension, amount } = one
    if (!isAmount(amount)) return unknownAmount(one)
    if (amount === 0) continue
    const most = recallMost(tx, account, dimension)
    const used = useOf(tx, account, most, one, at)
    if (used + amount > one.max)
      full.push(exceeded(one, retryAfter(tx, { account, at, used }, one)))
    // Several limits may be on one dimension.
    else if (!taken.some(({ most: known }) => known === most))
      taken.push({ most, dimension, amount })
  }
  if (full.length > 0) return lastOf(full)
  for (const { most, dimension, amount } of taken) {
    runOnce(tx, addUse, { intent, account, dimension, at, amount })
    // What is used now lies in every window that ends now.
    for (const [windowMs, used] of most.byWindow) most.byWindow.set(windowMs, used + amount)
    // A policy with a longer window may come after this one, so a window's end is not yet the end of a use.
    const past = { account, dimension, before: at - LONGEST_WINDOW_MS }
    tx.atTheEnd(USES, most.name, () => void tx.run(forgetUses, past))
  }
  return undefined
}

interface Taken {
  readonly most: MostUsed
  readonly dimension: string
  readonly amount: number
}

const USES: Recalled<object> = { name: 'uses' }

/** The one that has room last, since all of them must have it; some never have. */
function lastOf(full: readonly StoreDenial[]): StoreDenial {
  const waitOf = ({ retryAfterMs = Infinity }: StoreDenial) => retryAfterMs
  return full.reduce((last, one) => (waitOf(one) > waitOf(last) ? one : last))
}

/** Gives back what was reserved: only for what has certainly not happened. */
export function release(tx: Transaction, { id }: { id: string }): void {
  tx.run(deleteUses, { intent: id })
}

/**
 * What was used of a dimension at the most, by the length of the window. As time goes on a window only loses, so what was measured
 * once, with what was added since, is never too little; where it leaves no room, it is measured again.
 */
interface MostUsed {
  /** Of whom, and of what. No account's name holds a line feed. */
  readonly name: string
  readonly byWindow: Map<number, number>
}

/** By account and dimension. */
const MOST_USED: Recalled<Map<string, MostUsed>> = { name: 'most used' }

function recallMost(tx: Transaction, account: string, dimension: string): MostUsed {
  const ofAccount = tx.recall(MOST_USED, account, () => new Map<string, MostUsed>())
  const known = ofAccount.get(dimension)
  if (known) return known
  const fresh = { name: `${account}\n${dimension}`, byWindow: new Map<number, number>() }
  ofAccount.set(dimension, fresh)
  return fresh
}

function useOf(
  tx: Transaction,
  account: string,
  { byWindow }: MostUsed,
  { dimension, windowMs, amount, max }: Reserve,
  at: number,
): number {
  const most = byWindow.get(windowMs)
  if (most !== undefined && most + amount <= max) return most
  const used = sumOf(tx, { account, dimension, since: at - windowMs })
  byWindow.set(windowMs, used)
  return used
}

/** How much is used up, and how long to wait until there is room for what is wanted. */
export function measureOne(tx: Transaction, account: string, one: Reserve, at: number): Measured {
  const { dimension, windowMs } = one
  const used = sumOf(tx, { account, dimension, since: at - windowMs })
  const retryAfterMs = retryAfter(tx, { account, at, used }, one)
  return retryAfterMs === undefined ? { used } : { used, retryAfterMs }
}

function sumOf(tx: Transaction, window: Window): number {
  const sum = tx.find(sumUses, window)?.used
  if (!Number.isSafeInteger(sum)) throw corrupt('what was used cannot be read')
  return Number(sum)
}

/** `undefined` where there is room, or where what is wanted is more than the limit by itself: waiting does not help. */
function retryAfter(
  tx: Transaction,
  { account, at, used }: { readonly account: string; readonly at: number; readonly used: number },
  { dimension, windowMs, amount, max }: Reserve,
): number | undefined {
  let over = used + amount - max
  if (!(over > 0)) return undefined
  for (const use of tx.all(listUses, { account, dimension, since: at - windowMs })) {
    over -= use.amount
    if (over <= 0) return use.at + windowMs - at
  }
  return undefined
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0
}

function unknownAmount({ rule, dimension }: Reserve): StoreDenial {
  const reason = `what this would use of ${dimension} is not known, so it cannot be kept within its limit`
  return { kind: 'denied', code: 'limit', rule, reason }
}

function exceeded({ rule, dimension, max, windowMs }: Reserve, retryAfterMs?: number): StoreDenial {
  const reason = `the limit of ${max} ${dimension} in ${showDuration(windowMs)} is reached`
  const denial = { kind: 'denied', code: 'limit', rule, reason } as const
  return retryAfterMs === undefined ? denial : { ...denial, retryAfterMs }
}

interface Window {
  readonly account: string
  readonly dimension: string
  readonly since: number
}

export const sumUses = statement<Window>()((db, p) =>
  db
    .selectFrom('gateway_use')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('used'))
    .where('account', '=', p('account'))
    .where('dimension', '=', p('dimension'))
    .where('at', '>', p('since')),
)

const listUses = statement<Window>()((db, p) =>
  db
    .selectFrom('gateway_use')
    .select(['at', 'amount'])
    .where('account', '=', p('account'))
    .where('dimension', '=', p('dimension'))
    .where('at', '>', p('since'))
    .orderBy('at'),
)

export const addUse = bindingOf(
  statement<{
    intent: string
    account: string
    dimension: string
    at: number
    amount: number
  }>()((db, p) =>
    db.insertInto('gateway_use').values({
      intent: p('intent'),
      account: p('account'),
      dimension: p('dimension'),
      at: p('at'),
      amount: p('amount'),
    }),
  ),
  (row) => [row.intent, row.account, row.dimension, row.at, row.amount],
)

export const forgetUses = bindingOf(
  statement<{ account: string; dimension: string; before: number }>()((db, p) =>
    db
      .deleteFrom('gateway_use')
      .where('account', '=', p('account'))
      .where('dimension', '=', p('dimension'))
      .where('at', '<=', p('before')),
  ),
  (past) => [past.account, past.dimension, past.before],
)

export const deleteUses = statement<{ intent: string }>()((db, p) =>
  db.deleteFrom('gateway_use').where('intent', '=', p('intent')),
)
