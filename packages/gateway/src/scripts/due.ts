import { type JsonValue } from '@armorer/core'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { type Intent } from '../intent.js'
import {
  PERHAPS_SPENT,
  StorageError,
  type CompleteInput,
  type DueIntent,
  type Lease,
  type Looked,
  type LookRecord,
  type Watched,
} from '../store.js'
import { expire } from './approvals.js'
import { watch } from './breakers.js'
import { openChain, type Chain } from './chain.js'
import { notApplied, settle, type Ending } from './complete.js'
import { type Env } from './env.js'
import { getRow, isInState } from './intents.js'
import { toIntent, type IntentRow } from './rows.js'
import { literal, statement } from './statement.js'
import { type Tables } from './tables.js'
import { type Times } from '../times.js'
import { type Transaction } from './transaction.js'

/** After so many reconcilers that came and went without a word, a person must look. */
const MOST_RECOVERIES = 3

/** Takes what has gone quiet. Whoever holds it from now on has a new generation, and all earlier holders have lost it. */
export function takeDue(tx: Transaction, { owner, limit, operations }: Taking, env: Env) {
  expire(tx, env)
  const at = Math.trunc(env.clock.now())
  const rows = tx.all(findDue, { at, limit, operations: JSON.stringify(operations) })
  return rows.flatMap((row) => takeOne(tx, row, owner, env) ?? [])
}

interface Taking {
  readonly owner: string
  readonly limit: number
  readonly operations: readonly string[]
}

function takeOne(tx: Transaction, row: IntentRow, owner: string, env: Env): DueIntent | undefined {
  const chain = openOrSkip(tx, row.account, env)
  if (!chain) return undefined
  // The clock of this process may run ahead of what the account has seen, never behind it.
  if (row.lease_until > chain.at) return undefined
  const generation = row.generation + 1
  const state = row.state === 'claimed' ? 'claimed' : 'unknown'
  const until = chain.at + env.times.look
  const taken = tx.run(take, { id: row.id, state, owner, until, from: row.generation, generation })
  if (taken === 0) return undefined
  const lease = { intent: row.id, owner, generation }
  const held = { ...row, state, generation } as const
  chain.append('taken', row.id, { generation, from: row.state })
  const intent = readOrNothing(held)
  const ending = endingWithoutLook(held) ?? (intent ? undefined : UNREADABLE)
  if (ending) settle(tx, { row: held, settlement: ending, chain, env, from: state, lease })
  chain.save()
  return ending || !intent ? undefined : { lease, intent }
}

/** A row that cannot be read is left to a person; it must not keep the others from being looked after. */
function readOrNothing(row: IntentRow): Intent | undefined {
  try {
    return toIntent(row)
  } catch {
    return undefined
  }
}

const UNREADABLE: Ending = { kind: 'needs_human', evidence: { reason: 'its row cannot be read' } }

/** The same for an account: nothing has been written yet when its chain is opened. */
function openOrSkip(tx: Transaction, account: string, env: Env): Chain | undefined {
  try {
    return openChain(tx, account, env.clock.now())
  } catch (error) {
    if (error instanceof StorageError && error.code === 'corrupt') return undefined
    throw error
  }
}

/** What can be said without looking: what was only claimed was never sent, since a send needs a dispatch. */
function endingWithoutLook(row: IntentRow): Ending | undefined {
  if (row.state === 'claimed') {
    return notApplied(row, {
      code: 'never_sent',
      message: 'its sender went away before it was sent',
    })
  }
  if (row.class === 'spend') {
    return {
      kind: 'failed',
      code: PERHAPS_SPENT,
      message: 'nothing was heard of it; what it may have cost stays counted',
    }
  }
  if (row.recoveries >= MOST_RECOVERIES)
    return { kind: 'needs_human', evidence: { recoveries: row.recoveries } }
  return undefined
}

/** Records what a look has shown. Two looks that find nothing, well apart, mean that it was not applied. */
export function recordLook(
  tx: Transaction,
  lease: Lease,
  look: LookRecord,
  { record, ...watched }: Pick<CompleteInput, 'record'> & Watched,
  env: Env,
): Looked {
  const row = getRow(tx, lease.intent)
  const chain = openChain(tx, row.account, env.clock.now())
  const ending = endingOf(look, row, chain, env)
  const state = ending
    ? settle(tx, { row, settlement: ending, chain, env, from: 'unknown', lease })
    : lookAgain(tx, { row, lease, look, chain, env })
  if (!state) return { kind: 'lost' }
  if (state === ending?.kind) for (const query of record(chain.at)) tx.query(query)
  chain.save()
  if (ending) watch(tx, { ...watched, row, ended: state }, chain)
  return { kind: 'recorded', state }
}

function endingOf(
  look: LookRecord,
  row: IntentRow,
  chain: Chain,
  { times }: Env,
): Ending | undefined {
  switch (look.kind) {
    case 'succeeded':
      return look
    case 'postponed':
      return undefined
    case 'ambiguous':
      return { kind: 'needs_human', evidence: look.evidence }
    case 'absent': {
      const first = row.absent_since
      if (first === null || chain.at - first < times.readGap) return undefined
      const failure = { code: 'not_applied', message: 'it was looked for twice, and is not there' }
      return notApplied(row, failure, look.evidence ?? { absentSince: first, absentAt: chain.at })
    }
    case 'unreadable': {
      const since = row.unreadable_since ?? chain.at
      if (chain.at - since < times.giveUp) return undefined
      return { kind: 'needs_human', evidence: { unreadable: look.message, since } }
    }
  }
}

interface LookingAgain {
  readonly row: IntentRow
  readonly lease: Lease
  readonly look: LookRecord
  readonly chain: Chain
  readonly env: Env
}

/** Lets go of it until the next look is due. */
function lookAgain(
  tx: Transaction,
  { row, lease, look, chain, env }: LookingAgain,
): 'unknown' | undefined {
  const absent = look.kind === 'absent'
  const seen = {
    absent: absent ? (row.absent_since ?? chain.at) : row.absent_since,
    unreadable: look.kind === 'unreadable' ? (row.unreadable_since ?? chain.at) : null,
  }
  const moved = tx.run(postpone, {
    id: lease.intent,
    owner: lease.owner,
    generation: lease.generation,
    until: chain.at + pauseAfter(look, env.times),
    ...seen,
  })
  if (moved === 0) return undefined
  const said: Record<string, JsonValue | undefined> =
    'message' in look ? { [look.kind]: look.message } : { absent: true, evidence: look.evidence }
  chain.append('looked', lease.intent, said)
  return 'unknown'
}

/** How long until someone looks again. */
function pauseAfter(record: LookRecord, { readGap, look }: Times): number {
  if (record.kind === 'absent') return readGap
  if (record.kind === 'postponed') return Math.max(look, record.retryAfterMs ?? 0)
  return Math.ceil(readGap / 6)
}

export const findDue = statement<{ at: number; limit: number; operations: string }>()(
  (db, p) =>
    selectDue(db, {
      at: p('at'),
      limit: p('limit'),
      known: sql`(select value from json_each(${p('operations')}))`,
    }),
  (db, p) =>
    selectDue(db, {
      at: p('at'),
      limit: p('limit'),
      known: sql`(select jsonb_array_elements_text(${p('operations')}::jsonb))`,
    }),
)

interface Sought {
  readonly at: RawBuilder<number>
  readonly limit: RawBuilder<number>
  readonly known: RawBuilder<string>
}

function selectDue(db: Kysely<Tables>, { at, limit, known }: Sought) {
  return db
    .selectFrom('gateway_intent')
    .selectAll()
    .where('lease_until', '<=', at)
    .where((eb) => isInState(eb, ['claimed', 'dispatched', 'unknown']))
    .where((eb) => eb.or([eb('state', '=', literal('claimed')), eb('operation', 'in', known)]))
    .orderBy('lease_until')
    .limit(limit)
}

const take = statement<{
  id: string
  state: 'claimed' | 'unknown'
  owner: string
  until: number
  from: number
  generation: number
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: p('state'),
      lease_owner: p('owner'),
      lease_until: p('until'),
      generation: p('generation'),
      recoveries: eb('recoveries', '+', eb.lit(1)),
    }))
    .where('id', '=', p('id'))
    .where('generation', '=', p('from')),
)

const postpone = statement<{
  id: string
  owner: string
  generation: number
  until: number
  absent: number | null
  unreadable: number | null
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      // Where it was to be sent once more, and could not be, it was on its way again.
      state: literal('unknown'),
      lease_owner: eb.lit(null),
      lease_until: p('until'),
      absent_since: p('absent'),
      unreadable_since: p('unreadable'),
      recoveries: eb.lit(0),
    }))
    .where('id', '=', p('id'))
    .where('lease_owner', '=', p('owner'))
    .where('generation', '=', p('generation')),
)
