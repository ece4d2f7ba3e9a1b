import {
  noResolution,
  type Decided,
  type ResolveInput,
  type Resolution,
} from '../approval-store.js'
import { onlyDeciders } from '../principal.js'
import { openChain, type Chain } from './chain.js'
import { settle, type Ending } from './complete.js'
import { type Env } from './env.js'
import { getAsked, getIntent } from './intents.js'
import { toIntent, type IntentRow } from './rows.js'
import { literal, statement } from './statement.js'
import { runOnce, type Transaction } from './transaction.js'

/** A person says what became of an intent, or that it is to be tried again. Of two who do so at once, one is too late. */
export function resolve(
  tx: Transaction,
  { intent: id, by, resolution, record }: ResolveInput,
  env: Env,
): Decided {
  const refusal = onlyDeciders(by)
  if (refusal) return refusal
  const row = getAsked(tx, id)
  if (row.state !== 'needs_human') return { kind: 'moved_on', intent: toIntent(row) }
  const chain = openChain(tx, row.account, env.clock.now())
  const { kind } = resolution
  chain.append('resolved', id, { by: { ...by.principal }, note: by.note, as: kind })
  const ending = endingOf(resolution)
  if (ending) end(tx, { row, ending, chain, env, record })
  else runOnce(tx, goOn, { id, at: chain.at })
  chain.save()
  return { kind: 'decided', intent: getIntent(tx, id) }
}

interface End {
  readonly row: IntentRow
  readonly ending: Ending
  readonly chain: Chain
  readonly env: Env
  readonly record: ResolveInput['record']
}

function end(tx: Transaction, { row, ending, chain, env, record }: End): void {
  const lease = { owner: `person ${row.id}`, generation: row.generation + 1 }
  runOnce(tx, take, { id: row.id, ...lease })
  const state = settle(tx, { row, settlement: ending, chain, env, from: 'unknown', lease })
  if (state === ending.kind) for (const query of record(chain.at)) tx.query(query)
}

function endingOf(resolution: Resolution): Ending | undefined {
  switch (resolution.kind) {
    case 'applied':
      return { ...resolution, kind: 'succeeded' }
    case 'not_applied':
      return { kind: 'failed', code: 'not_applied', message: 'a person found that it was not done' }
    case 'go_on':
      return undefined
    default:
      throw noResolution(resolution)
  }
}

const take = statement<{ id: string; owner: string; generation: number }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({ state: literal('unknown'), lease_owner: p('owner'), generation: p('generation') })
    .where('id', '=', p('id'))
    .where((eb) => eb('state', '=', literal('needs_human'))),
)

const goOn = statement<{ id: string; at: number }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: literal('unknown'),
      lease_until: p('at'),
      retried_at: p('at'),
      absent_since: eb.lit(null),
      unreadable_since: eb.lit(null),
      recoveries: eb.lit(0),
    }))
    .where('id', '=', p('id'))
    .where((eb) => eb('state', '=', literal('needs_human'))),
)
