import { canonicalJson } from '@armorer/core'
import { type ClaimInput } from '../store.js'
import { type Grant, type GrantInput, type Granted, type RevokeInput } from '../approval-store.js'
import { conditionsCheck } from '../policy/check-policy.js'
import { type Conditions } from '../policy/rule.js'
import { refusalAlone } from '../policy/deciding.js'
import { onlyDeciders } from '../principal.js'
import { decidingOf, notApproved } from './approvals.js'
import { openChain } from './chain.js'
import { readControl } from './control.js'
import { type Env } from './env.js'
import { activePolicy } from './policies.js'
import { parseJson } from './rows.js'
import { statement, type RowOf } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** A person decides in advance about a bounded number of changes of one shape. */
export function addGrant(tx: Transaction, input: GrantInput, env: Env): Granted {
  const refusal = onlyDeciders(input.by)
  if (refusal) return refusal
  const chain = openChain(tx, input.account, env.clock.now())
  const active = activePolicy(tx, readControl(tx), chain.at, env)
  const notTheirs = refusalAlone(decidingOf(input.deciding, active), input.by.principal, [])
  if (notTheirs !== undefined) return notApproved(notTheirs)
  const { id, account, operation, times, until } = input
  const by = input.by.principal.id
  const when = canonicalJson(input.when)
  runOnce(tx, add, { id, account, operation, when, by, left: times, until, at: chain.at })
  chain.append('granted', id, { by: { ...input.by.principal }, operation, times, until, when })
  chain.save()
  return { kind: 'granted', grant: getGrant(tx, id) }
}

/** It holds no more. */
export function revokeGrant(tx: Transaction, { id, account, by }: RevokeInput, env: Env): Granted {
  const refusal = onlyDeciders(by)
  if (refusal) return refusal
  const grant = tx.find(byId, { id })
  if (grant?.account !== account) {
    const reason = `${account} has no grant ${id}`
    return { kind: 'denied', code: 'invalid_input', reason }
  }
  const chain = openChain(tx, account, env.clock.now())
  runOnce(tx, setLeft, { id, left: 0 })
  chain.append('revoked', id, { by: { ...by.principal }, note: by.note })
  chain.save()
  return { kind: 'granted', grant: getGrant(tx, id) }
}

export function listGrants(tx: Transaction, account: string): Grant[] {
  return tx.all(byAccount, { account }).map(toGrant)
}

/** The grants that speak of the intent and are not used up, oldest first. */
export function listUsable(
  tx: Transaction,
  { intent, covers }: Pick<ClaimInput, 'intent' | 'covers'>,
  at: number,
): Grant[] {
  const { account, operation } = intent
  const grants = tx.all(usable, { account, operation, at }).map(toGrant)
  return grants.filter((grant) => covers(grant, at))
}

const BY_GRANT = 'grant '

/** Who decided, where it was nobody who has seen it. */
export function decidedByGrant({ id }: Grant): string {
  return `${BY_GRANT}${id}`
}

export function isDecidedBySight(decidedBy: string | null): boolean {
  return decidedBy !== null && !decidedBy.startsWith(BY_GRANT)
}

/** One less is left of it. */
export function useGrant(tx: Transaction, { id, left }: Grant): void {
  runOnce(tx, setLeft, { id, left: left - 1 })
}

function getGrant(tx: Transaction, id: string): Grant {
  const row = tx.find(byId, { id })
  if (!row) throw corrupt(`there is no grant ${id}`)
  return toGrant(row)
}

function toGrant(row: RowOf<typeof byId>): Grant {
  const { id, account, operation, by_id: by, left_over: left, until, at } = row
  const when = parseJson(row.when_json)
  if (!Number.isSafeInteger(left) || conditionsCheck(when, []).length > 0) {
    throw corrupt('a grant cannot be read')
  }
  // The check has found it to be one.
  return { id, account, operation, by, left, until, at, when: when as Conditions }
}

const byId = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_grant').selectAll().where('id', '=', p('id')),
)

const byAccount = statement<{ account: string }>()((db, p) =>
  db.selectFrom('gateway_grant').selectAll().where('account', '=', p('account')).orderBy('id'),
)

const usable = statement<{ account: string; operation: string; at: number }>()((db, p) =>
  db
    .selectFrom('gateway_grant')
    .selectAll()
    .where('account', '=', p('account'))
    .where('operation', '=', p('operation'))
    .where('until', '>', p('at'))
    .where((eb) => eb('left_over', '>', eb.lit(0)))
    .orderBy('id'),
)

const setLeft = statement<{ id: string; left: number }>()((db, p) =>
  db
    .updateTable('gateway_grant')
    .set({ left_over: p('left') })
    .where('id', '=', p('id')),
)

const add = statement<{
  id: string
  account: string
  operation: string
  when: string
  by: string
  left: number
  until: number
  at: number
}>()((db, p) =>
  db.insertInto('gateway_grant').values({
    id: p('id'),
    account: p('account'),
    operation: p('operation'),
    when_json: p('when'),
    by_id: p('by'),
    left_over: p('left'),
    until: p('until'),
    at: p('at'),
  }),
)
