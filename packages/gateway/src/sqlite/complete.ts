import { digest, type JsonValue } from '@armorer/core'
import { type IntentState, type KeptFailure } from '../intent.js'
import { PERHAPS_SPENT, type CompleteInput, type Completed, type Settlement } from '../store.js'
import { watch } from './breakers.js'
import { openChain, type Chain } from './chain.js'
import { type Env } from './env.js'
import { getIntent, isBoundTo } from './intents.js'
import { release } from './reserve.js'
import { toJson, type IntentRow } from './rows.js'
import { statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** Records what came of a send, if it is still the sender's to say. */
export function complete(tx: Transaction, input: CompleteInput, env: Env): Completed {
  const { lease, settlement, record } = input
  const row = getSettleable(tx, lease.intent)
  const chain = openChain(tx, row.account, env.clock.now())
  // Before its dispatch nothing can have been sent, so it can only have failed.
  const from = settlement.kind === 'failed' && row.state === 'claimed' ? 'claimed' : 'dispatched'
  const state = settle(tx, { row, settlement, chain, env, from, lease })
  if (!state) return { kind: 'lost', intent: getIntent(tx, lease.intent) }
  if (state === settlement.kind) for (const query of record(chain.at)) tx.query(query)
  chain.save()
  watch(tx, { ...input, row, ended: state }, chain)
  return { kind: 'completed', state }
}

// As much of a row as its outcome concerns: all of it costs as much to read as the outcome to write.
const SETTLEABLE = [
  'id',
  'account',
  'operation',
  'class',
  'state',
  'key_held',
  'fingerprint_held',
  'slot',
  'slot_value_json',
  'slot_generation',
  'slot_held',
  'dispatched_at',
  'evidence_json',
  'decided_by',
] as const

type SettleableRow = Pick<IntentRow, (typeof SETTLEABLE)[number]>

function getSettleable(tx: Transaction, id: string): SettleableRow {
  const row = tx.find(findSettleable, { id })
  if (!row) throw corrupt(`there is no intent ${id}`)
  return row
}

/** What an intent becomes, whoever found it out. */
export type Ending =
  | Settlement
  | { readonly kind: 'needs_human'; readonly evidence?: JsonValue | undefined }
  /** Not applied, and a person has approved it: it goes back to be done again, as it is. */
  | { readonly kind: 'approved'; readonly evidence?: JsonValue | undefined }

/** What becomes of an intent that has certainly not been applied: what a person has approved waits to be done again, as it is. */
export function notApplied(row: IntentRow, failure: KeptFailure, evidence?: JsonValue): Ending {
  if (row.queue_id === null) return { kind: 'failed', ...failure, evidence }
  if (row.generation >= MOST_ATTEMPTS) return { kind: 'needs_human', evidence }
  return {
    kind: 'approved',
    evidence: evidence ?? { code: failure.code, message: failure.message },
  }
}

const MOST_ATTEMPTS = 10

export interface Settling {
  readonly row: SettleableRow
  readonly settlement: Ending
  readonly chain: Chain
  readonly env: Env
  readonly from: IntentState
  readonly lease: { readonly owner: string; readonly generation: number }
}

/**
 * Moves a row, its keys, its slot and its reservation, and appends to the chain. Says what it has become, which is not
 * always what was said of it; `undefined`: the lease is someone else's.
 */
export function settle(tx: Transaction, settling: Settling): Ending['kind'] | undefined {
  const { row, chain, env, from, lease } = settling
  const ending = refuseBorrowed(tx, row, settling.settlement)
  const to = columnsOf(ending, row, chain.at, env)
  const moved = tx.run(settleIntent, {
    ...to,
    id: row.id,
    from,
    owner: lease.owner,
    generation: lease.generation,
  })
  if (moved === 0) return undefined
  if (moved > 1) throw corrupt('an intent is there twice')
  if (to.key_held !== row.key_held || to.fingerprint_held !== row.fingerprint_held) {
    runOnce(tx, hold, { ...to, id: row.id })
  }
  if (ending.kind === 'failed' || ending.kind === 'succeeded') chain.count(ending.kind)
  if (isCertain(ending)) release(tx, row.id)
  if (ending.kind === 'succeeded') fillSlot(tx, row)
  chain.append(ending.kind, row.id, recordOf(ending))
  return ending.kind
}

/** Only what has certainly not happened gives back what was reserved for it. */
function isCertain(ending: Ending): boolean {
  return ending.kind === 'approved' || (ending.kind === 'failed' && ending.code !== PERHAPS_SPENT)
}

/** What is known as the outcome of another intent cannot be the outcome of this one too: a person must look. */
function refuseBorrowed(tx: Transaction, row: SettleableRow, ending: Ending): Ending {
  if (ending.kind !== 'succeeded' || ending.externalId === undefined) return ending
  const { account, operation } = row
  const { externalId } = ending
  if (!isBoundTo(tx, { account, operation, externalId })) return ending
  return { kind: 'needs_human', evidence: { borrowed: externalId } }
}

type Columns = Pick<
  IntentRow,
  | 'state'
  | 'key_held'
  | 'key_until'
  | 'fingerprint_held'
  | 'fingerprint_until'
  | 'slot_held'
  | 'lease_owner'
  | 'lease_until'
  | 'external_id'
  | 'evidence_json'
  | 'value_json'
  | 'omitted_json'
  | 'undo_json'
  | 'failure_json'
  | 'finished_at'
>

function columnsOf(ending: Ending, row: SettleableRow, at: number, { times }: Env): Columns {
  const held = {
    key_held: row.key_held,
    key_until: null,
    fingerprint_held: row.fingerprint_held,
    fingerprint_until: null,
    slot_held: row.slot_held,
    lease_owner: null,
    external_id: null,
    evidence_json: row.evidence_json,
    value_json: null,
    omitted_json: null,
    undo_json: null,
    failure_json: null,
    finished_at: null,
  }
  switch (ending.kind) {
    case 'succeeded':
      return {
        ...held,
        state: 'succeeded',
        key_until: at + times.keyHeld,
        // A row can be changed back and forth: what is done there answers for nothing that comes after.
        fingerprint_held: row.class === 'local' ? 0 : row.fingerprint_held,
        fingerprint_until: at + times.fingerprintHeld,
        slot_held: 0,
        lease_until: 0,
        external_id: ending.externalId ?? null,
        evidence_json: toJson(ending.evidence) ?? row.evidence_json,
        value_json: toJson(ending.value),
        omitted_json: toJson(ending.omitted),
        undo_json: toJson(ending.undo),
        finished_at: at,
      }
    case 'failed':
      return {
        ...held,
        state: 'failed',
        key_held: 0,
        fingerprint_held: 0,
        slot_held: 0,
        lease_until: 0,
        evidence_json: toJson(ending.evidence) ?? row.evidence_json,
        failure_json: toJson(failureOf(ending)),
        finished_at: at,
      }
    case 'unknown':
      return {
        ...held,
        state: 'unknown',
        lease_until: (row.dispatched_at ?? at) + times.settle,
        failure_json: toJson({ code: 'unknown', message: ending.message }),
      }
    case 'needs_human':
      return {
        ...held,
        state: 'needs_human',
        lease_until: 0,
        evidence_json: toJson(ending.evidence) ?? row.evidence_json,
      }
    case 'approved':
      return {
        ...held,
        state: 'approved',
        lease_until: 0,
        evidence_json: toJson(ending.evidence) ?? row.evidence_json,
      }
  }
}

function failureOf({ code, message, retryAfterMs }: KeptFailure): KeptFailure {
  return { code, message, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** From now on the slot holds what was wanted, and its next change is another intent. */
function fillSlot(tx: Transaction, row: SettleableRow): void {
  const { account, slot, slot_value_json: value, slot_generation: generation } = row
  if (slot === null || value === null || generation === null) return
  runOnce(tx, saveSlot, { account, slot, value, generation })
}

/** What came of it, for the chain; the value itself stays with the intent. */
function recordOf(ending: Ending): Record<string, JsonValue | undefined> {
  switch (ending.kind) {
    case 'succeeded':
      return {
        external: ending.externalId,
        value: ending.value === undefined ? undefined : digest(ending.value),
        evidence: ending.evidence,
      }
    case 'failed':
      return { code: ending.code, message: ending.message, evidence: ending.evidence }
    case 'unknown':
      return { message: ending.message }
    case 'needs_human':
    case 'approved':
      return { evidence: ending.evidence }
  }
}

export const findSettleable = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_intent').select(SETTLEABLE).where('id', '=', p('id')),
)

export const settleIntent = statement<
  Columns & { id: string; from: IntentState; owner: string; generation: number }
>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({
      state: p('state'),
      key_until: p('key_until'),
      fingerprint_until: p('fingerprint_until'),
      slot_held: p('slot_held'),
      lease_owner: p('lease_owner'),
      lease_until: p('lease_until'),
      external_id: p('external_id'),
      evidence_json: p('evidence_json'),
      value_json: p('value_json'),
      omitted_json: p('omitted_json'),
      undo_json: p('undo_json'),
      failure_json: p('failure_json'),
      finished_at: p('finished_at'),
    })
    .where('id', '=', p('id'))
    .where('state', '=', p('from'))
    .where('lease_owner', '=', p('owner'))
    .where('generation', '=', p('generation')),
)

// Apart from the move: setting these rewrites the largest indexes, even to what they were.
const hold = statement<Pick<Columns, 'key_held' | 'fingerprint_held'> & { id: string }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({ key_held: p('key_held'), fingerprint_held: p('fingerprint_held') })
    .where('id', '=', p('id')),
)

const saveSlot = statement<{
  account: string
  slot: string
  value: string
  generation: number
}>()((db, p) =>
  db
    .insertInto('gateway_slot')
    .values({
      account: p('account'),
      slot: p('slot'),
      value_json: p('value'),
      generation: p('generation'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account', 'slot']).doUpdateSet((eb) => ({
        value_json: eb.ref('excluded.value_json'),
        generation: eb.ref('excluded.generation'),
      })),
    ),
)
