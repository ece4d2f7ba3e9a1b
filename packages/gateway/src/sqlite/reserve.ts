import { type Limit, type StoreDenial, type Uses } from '../store.js'
import { statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

export interface Reservation {
  readonly intent: string
  readonly account: string
  readonly at: number
  readonly limits: readonly Limit[]
  readonly uses: Uses
}

/** Reserves what an intent will use of every limited dimension, all or none. */
export function reserve(tx: Transaction, reservation: Reservation): StoreDenial | undefined {
  const { intent, account, at, limits, uses } = reservation
  const dimensions = new Set<string>()
  for (const limit of limits) {
    const amount = uses[limit.dimension] ?? 0
    if (!Number.isSafeInteger(amount) || amount < 0) return unknownAmount(limit)
    if (amount === 0) continue
    const used = usedOf(tx, account, limit, at)
    if (used + amount > limit.max) return exceeded(tx, reservation, limit, used + amount)
    dimensions.add(limit.dimension)
  }
  for (const dimension of dimensions) {
    runOnce(tx, addUse, { intent, account, dimension, at, amount: uses[dimension] ?? 0 })
    tx.run(forgetUses, { account, dimension, before: at - longestWindow(limits, dimension) })
  }
  return undefined
}

/** Gives back what was reserved: only for what has certainly not happened. */
export function release(tx: Transaction, intent: string): void {
  tx.run(deleteUses, { intent })
}

function usedOf(tx: Transaction, account: string, limit: Limit, at: number): number {
  const { dimension, windowMs } = limit
  const used = tx.find(sumUses, { account, dimension, since: at - windowMs })?.used
  if (!Number.isSafeInteger(used)) throw corrupt('what was used cannot be read')
  return Number(used)
}

function longestWindow(limits: readonly Limit[], dimension: string): number {
  const windows = limits.filter((limit) => limit.dimension === dimension)
  return Math.max(...windows.map(({ windowMs }) => windowMs))
}

function unknownAmount({ dimension }: Limit): StoreDenial {
  const reason = `what this would use of ${dimension} is not known, so it cannot be kept within its limit`
  return { kind: 'denied', code: 'limit', rule: `limit:${dimension}`, reason }
}

function exceeded(
  tx: Transaction,
  { account, at }: Reservation,
  { dimension, max, windowMs }: Limit,
  wanted: number,
): StoreDenial {
  const reason = `the limit of ${max} ${dimension} in ${windowMs} ms is reached`
  const denial = { kind: 'denied', code: 'limit', rule: `limit:${dimension}`, reason } as const
  let over = wanted - max
  for (const use of tx.all(listUses, { account, dimension, since: at - windowMs })) {
    over -= use.amount
    if (over <= 0) return { ...denial, retryAfterMs: use.at + windowMs - at }
  }
  // More than the limit by itself: waiting does not help.
  return denial
}

interface Window {
  readonly account: string
  readonly dimension: string
  readonly since: number
}

const sumUses = statement<Window>()((db, p) =>
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

const addUse = statement<{
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
)

const forgetUses = statement<{ account: string; dimension: string; before: number }>()((db, p) =>
  db
    .deleteFrom('gateway_use')
    .where('account', '=', p('account'))
    .where('dimension', '=', p('dimension'))
    .where('at', '<=', p('before')),
)

const deleteUses = statement<{ intent: string }>()((db, p) =>
  db.deleteFrom('gateway_use').where('intent', '=', p('intent')),
)
