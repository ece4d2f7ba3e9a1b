import {
  type DispatchInput,
  type Dispatched,
  type ExecuteInput,
  type Executing,
  type Lease,
  type StoreDenial,
} from '../store.js'
import { type Judgement } from '../policy/policy.js'
import { type IntentState } from '../intent.js'
import { openChain } from './chain.js'
import { cancelled } from './claim.js'
import { dispatchColumns } from './dispatch-columns.js'
import { haltedBy, recallControl } from './control.js'
import { notApplied, settle } from './complete.js'
import { type Env } from './env.js'
import { getRow } from './intents.js'
import { applyLocally } from './local.js'
import { activePolicy } from './policies.js'
import { reserve } from './reserve.js'
import { toIntent } from './rows.js'
import { literal, statement } from './statement.js'
import { corrupt, type Transaction } from './transaction.js'

/** Lets a claimed intent out: the last look at pause, version, lease and policy, in one transaction with the record. */
export function dispatch(tx: Transaction, input: DispatchInput, env: Env): Dispatched {
  const { lease, note } = input
  const row = getRow(tx, lease.intent)
  const chain = openChain(tx, row.account, env.clock.now())
  const control = recallControl(tx)
  const denial =
    (input.isCancelled() ? cancelled() : undefined) ??
    haltedBy(control, chain, input.writerVersion) ??
    deniedBy(input.judge(activePolicy(tx, control, chain.at, env)))
  if (denial) {
    const settlement = notApplied(row, { code: denial.code, message: denial.reason })
    if (settle(tx, { row, settlement, chain, env, from: 'claimed', lease })) chain.save()
    return { ...denial, intent: row.id }
  }
  const columns = dispatchColumns(note, chain.at, env)
  if (tx.run(letOut, { ...columns, ...keysOf(lease), from: 'claimed' }) === 0)
    return lostLease(row.id)
  input.onBegin()
  chain.append('dispatched', row.id, { request: note.requestHash, generation: lease.generation })
  chain.save()
  return { kind: 'dispatched', at: chain.at }
}

/** Takes an approved intent and sends it on its way. Whoever comes second finds that it has moved on. */
export function execute(tx: Transaction, input: ExecuteInput, env: Env): Executing {
  const row = getRow(tx, input.intent)
  const intent = toIntent(row)
  if (row.state !== 'approved') return { kind: 'moved_on', intent }
  const chain = openChain(tx, row.account, env.clock.now())
  // It could not be sent, and is to wait before the next try.
  if (row.lease_until > chain.at) return { kind: 'moved_on', intent }
  const { uses, note, owner, writerVersion } = input
  const control = recallControl(tx)
  const judgement = input.judge(intent, activePolicy(tx, control, chain.at, env))
  const { reserves } = judgement
  const denial =
    haltedBy(control, chain, writerVersion) ??
    deniedBy(judgement) ??
    reserve(tx, { intent: row.id, account: row.account, at: chain.at, reserves })
  if (denial) return denial
  const generation = row.generation + 1
  const on = note
    ? dispatchColumns(note, chain.at, env)
    : { ...NOT_SENT, state: 'claimed' as const, lease_until: chain.at + env.times.prepare }
  const taken = tx.run(takeApproved, { ...on, id: row.id, owner, generation })
  if (taken === 0) throw corrupt('an approved intent moved inside its own transaction')
  // A change that is tried again is still one.
  if (row.tries === 0) chain.useProbation()
  const request = note?.requestHash
  chain.append(note ? 'dispatched' : 'claimed', row.id, { generation, request, uses: { ...uses } })
  const lease = { intent: row.id, owner, generation }
  if (input.local) {
    const applied = applyLocally(tx, lease, input.local, { chain, env })
    chain.save()
    return applied
  }
  if (note) input.onBegin()
  chain.save()
  return { kind: on.state, lease, at: chain.at }
}

/** Sends an intent of unknown outcome once more: for what may be repeated, such as a deletion. */
export function redispatch(
  tx: Transaction,
  lease: Lease,
  { writerVersion, onBegin }: { writerVersion: number; onBegin: () => void },
  env: Env,
): Dispatched {
  const row = getRow(tx, lease.intent)
  const chain = openChain(tx, row.account, env.clock.now())
  const denial = haltedBy(recallControl(tx), chain, writerVersion)
  if (denial) return denial
  const note = { requestHash: row.request_hash ?? '', probe: toIntent(row).probe }
  const columns = dispatchColumns(note, chain.at, env)
  if (tx.run(letOut, { ...columns, ...keysOf(lease), from: 'unknown' }) === 0)
    return lostLease(row.id)
  onBegin()
  chain.append('dispatched', row.id, {
    request: note.requestHash,
    generation: lease.generation,
    again: true,
  })
  chain.save()
  return { kind: 'dispatched', at: chain.at }
}

/** What was allowed at the claim, or by a person, can still be denied; nothing else can change any more. */
function deniedBy({ decision, rule, reason }: Judgement): StoreDenial | undefined {
  if (decision.kind === 'deny') return { kind: 'denied', code: 'policy', rule, reason }
  return undefined
}

function lostLease(intent: string): StoreDenial {
  const reason = 'it took too long, and someone else has taken it over'
  return { kind: 'denied', code: 'lost_lease', reason, intent }
}

function keysOf({ intent, owner, generation }: Lease) {
  return { id: intent, owner, generation }
}

const NOT_SENT = { request_hash: null, probe_json: null, dispatched_at: null }

interface Out {
  readonly id: string
  readonly owner: string
  readonly generation: number
  readonly state: IntentState
  readonly lease_until: number
  readonly request_hash: string | null
  readonly probe_json: string | null
  readonly dispatched_at: number | null
}

const letOut = statement<Out & { from: IntentState }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: p('state'),
      lease_until: p('lease_until'),
      request_hash: p('request_hash'),
      probe_json: p('probe_json'),
      dispatched_at: p('dispatched_at'),
      // What was seen before says nothing about this attempt.
      absent_since: eb.lit(null),
      unreadable_since: eb.lit(null),
    }))
    .where('id', '=', p('id'))
    .where('state', '=', p('from'))
    .where('lease_owner', '=', p('owner'))
    .where('generation', '=', p('generation')),
)

const takeApproved = statement<Out>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: p('state'),
      lease_owner: p('owner'),
      generation: p('generation'),
      lease_until: p('lease_until'),
      request_hash: p('request_hash'),
      probe_json: p('probe_json'),
      dispatched_at: p('dispatched_at'),
      absent_since: eb.lit(null),
      unreadable_since: eb.lit(null),
      recoveries: eb.lit(0),
      tries: eb('tries', '+', eb.lit(1)),
    }))
    .where('id', '=', p('id'))
    .where((eb) => eb('state', '=', literal('approved'))),
)
