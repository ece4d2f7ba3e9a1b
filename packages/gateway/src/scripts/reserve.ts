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
  const amounts = new Map<string, number>()
  for (const one of reserves) {
    if (!isAmount(one.amount)) return unknownAmount(one)
    if (one.amount === 0) continue
    const used = recallUsed(tx, account, one, at)
    if (used + one.amount > one.max)
      return exceeded(one, retryAfter(tx, { account, at, used }, one))
    amounts.set(one.dimension, one.amount)
  }
  for (const [dimension, amount] of amounts) {
    runOnce(tx, addUse, { intent, account, dimension, at, amount })
    addToMost(tx, account, dimension, amount)
    // A policy with a longer window may come after this one, so a window's end is not yet the end of a use.
    forgetBefore(tx, { account, dimension, before: at - LONGEST_WINDOW_MS })
  }
  return undefined
}

interface Past {
  readonly account: string
  readonly dimension: string
  readonly before: number
}

const USES: Recalled<object> = { name: 'uses' }

function forgetBefore(tx: Transaction, past: Past): void {
  const { account, dimension } = past
  tx.atTheEnd(USES, nameOf(account, dimension), () => void tx.run(forgetUses, past))
}

/** Gives back what was reserved: only for what has certainly not happened. */
export function release(tx: Transaction, { id }: { id: string }): void {
  tx.run(deleteUses, { intent: id })
}

/**
 * What was used of a dimension at the most, by the length of the window. As time goes on a window only loses, so what was measured
 * once, with what was added since, is never too little; where it leaves no room, it is measured again.
 */
type MostUsed = Map<number, number>

const MOST_USED: Recalled<MostUsed> = { name: 'most used' }

function recallMost(tx: Transaction, account: string, dimension: string): MostUsed {
  return tx.recall(MOST_USED, nameOf(account, dimension), () => new Map())
}

function recallUsed(tx: Transaction, account: string, one: Reserve, at: number): number {
  const { dimension, windowMs, amount, max } = one
  const known = recallMost(tx, account, dimension)
  const most = known.get(windowMs)
  if (most !== undefined && most + amount <= max) return most
  const used = sumOf(tx, { account, dimension, since: at - windowMs })
  known.set(windowMs, used)
  return used
}

/** What is used now lies in every window that ends now. */
function addToMost(tx: Transaction, account: string, dimension: string, amount: number): void {
  const known = recallMost(tx, account, dimension)
  known.forEach((used, windowMs) => known.set(windowMs, used + amount))
}

/** No account's name holds a line feed. */
function nameOf(account: string, dimension: string): string {
  return `${account}\n${dimension}`
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

export const forgetUses = statement<Past>()((db, p) =>
  db
    .deleteFrom('gateway_use')
    .where('account', '=', p('account'))
    .where('dimension', '=', p('dimension'))
    .where('at', '<=', p('before')),
)

export const deleteUses = statement<{ intent: string }>()((db, p) =>
  db.deleteFrom('gateway_use').where('intent', '=', p('intent')),
)
