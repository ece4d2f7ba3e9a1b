import { type MishapKind } from '../breakers.js'
import { literal, statement } from './statement.js'
import { type Transaction } from './transaction.js'

/** A person has looked: what went wrong before counts no more. */
export function forgetMishaps(tx: Transaction, account: string | undefined): void {
  if (account === undefined) tx.run(forgetAll, {})
  else tx.run(forget, { account })
}

interface Mishap {
  readonly account: string
  readonly intent: string
  readonly kind: MishapKind
  readonly at: number
  readonly text: string | null
}

export const addMishap = statement<Mishap>()((db, p) =>
  db
    .insertInto('gateway_mishap')
    .values({
      account: p('account'),
      intent: p('intent'),
      kind: p('kind'),
      at: p('at'),
      text: p('text'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

export const recentMishaps = statement<{
  account: string
  kind: MishapKind
  since: number
  limit: number
}>()((db, p) =>
  db
    .selectFrom('gateway_mishap')
    .select('text')
    .where('account', '=', p('account'))
    .where('kind', '=', p('kind'))
    .where('at', '>', p('since'))
    .orderBy('at', 'desc')
    .limit(p('limit')),
)

const forget = statement<{ account: string }>()((db, p) =>
  db.deleteFrom('gateway_mishap').where('account', '=', p('account')),
)

const forgetAll = statement()((db) => db.deleteFrom('gateway_mishap'))

export const forgetTexts = statement<{ account: string; before: number }>()((db, p) =>
  db
    .deleteFrom('gateway_mishap')
    .where('account', '=', p('account'))
    .where((eb) => eb('kind', '=', literal('text')))
    .where('at', '<=', p('before')),
)
