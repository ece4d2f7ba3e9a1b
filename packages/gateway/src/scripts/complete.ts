import { canonicalJson, type JsonValue } from '@armorer/core'
import { sha256 } from '../audit.js'
import { type IntentState, type KeptFailure } from '../intent.js'
import { PERHAPS_SPENT, type CompleteInput, type Completed, type Settlement } from '../store.js'
import { watch } from './breakers.js'
import { openChain, type Chain } from './chain.js'
import { type Env } from './env.js'
import { getIntent, isBoundTo } from './intents.js'
import { release } from './reserve.js'
import { type Recalled } from './recalled-rows.js'
import { toJson, type IntentRow, type Mutable } from './rows.js'
import { bindingOf, statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** Records what came of a send, if it is still the sender's to say. */
export function complete(tx: Transaction, input: CompleteInput, env: Env): Completed {
  const { lease, settlement, record } = input
  const sent = tx.take(SENT, lease.intent)
  const row = sent?.generation === lease.generation ? sent : getSettleable(tx, lease.intent)
  const chain = openChain(tx, row.account, env.clock.now())
  // Before its dispatch nothing can have been sent, so it can only have failed.
  const from = settlement.kind === 'failed' && row.state === 'claimed' ? 'claimed' : 'dispatched'
  const ending = settlement.kind === 'failed' ? afterFailure(settlement, row, env) : settlement
  const state = settle(tx, { row, settlement: ending, chain, env, from, lease })
  if (!state) return { kind: 'lost', intent: getIntent(tx, lease.intent) }
  if (state === settlement.kind) for (const query of record(chain.at)) tx.query(query)
  chain.save()
  const { breakers, text, isRefusal } = input
  if (state !== 'failed' || isCounted(ending, row)) {
    watch(tx, { row, ended: state, breakers, text, isRefusal }, chain)
  }
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
  'decided_by',
  'queue_id',
  'parent',
  'tries',
  'evidence_json',
  'failure_json',
] as const

type SettleableRow = Pick<IntentRow, Exclude<(typeof SETTLEABLE)[number], Later>> &
  Partial<Pick<IntentRow, Later>>

/** What a row that was claimed a moment ago has nothing of yet. */
type Later = 'evidence_json' | 'failure_json' | 'tries'

/** What this process has sent is known to it, by its generation: whoever takes it over, and be it this process, makes a new one. */
export const SENT: Recalled<SettleableRow & Pick<IntentRow, 'generation'>> = { name: 'sent' }

function getSettleable(tx: Transaction, id: string): SettleableRow {
  const row = tx.find(findSettleable, { id })
  if (!row) throw corrupt(`there is no intent ${id}`)
  return row
}

/** What an intent becomes, whoever found it out. */
export type Ending =
  | Settlement
  | { readonly kind: 'needs_human'; readonly evidence?: JsonValue | undefined }
  /** Not applied, and a person has approved it: it goes back to be done again, as it is, though perhaps not at once. */
  | {
      readonly kind: 'approved'
      readonly failure: KeptFailure
      readonly evidence?: JsonValue | undefined
      readonly waitMs: number
    }

/** What becomes of an intent that has certainly not been applied: what a person has approved waits to be done again, as it is. */
export function notApplied(row: IntentRow, failure: KeptFailure, evidence?: JsonValue): Ending {
  if (row.queue_id === null) return { kind: 'failed', ...failure, evidence }
  if (row.tries >= MOST_TRIES) return { kind: 'needs_human', evidence }
  return { kind: 'approved', failure, evidence, waitMs: 0 }
}

const MOST_TRIES = 10

/** The same for what has failed and may well go out later: each time it waits twice as long, and at last it has failed. */
function afterFailure(
  failed: Extract<Settlement, { readonly kind: 'failed' }>,
  { queue_id: queueId, tries = 0 }: SettleableRow,
  { times }: Env,
): Ending {
  const { retryAfterMs = Infinity, evidence } = failed
  if (queueId === null || retryAfterMs > times.retry || tries >= MOST_TRIES) return failed
  const pauseMs = Math.ceil(times.readGap / 6) * 2 ** (tries - 1)
  const waitMs = Math.max(pauseMs, retryAfterMs)
  return { kind: 'approved', failure: failureOf(failed), evidence, waitMs }
}

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
  const { row, chain } = settling
  const { ending, to, moved } = move(tx, settling)
  if (moved === 0) return undefined
  if (moved > 1) throw corrupt('an intent is there twice')
  if (to.key_held !== row.key_held || to.fingerprint_held !== row.fingerprint_held) {
    runOnce(tx, hold, to)
  }
  if (isCounted(ending, row)) chain.count(ending.kind)
  if (isCertain(ending)) release(tx, row)
  if (ending.kind === 'succeeded') fillSlot(tx, row)
  chain.append(ending.kind === 'approved' ? 'failed' : ending.kind, row.id, recordOf(ending, to))
  return ending.kind
}

/** What is known as the outcome of another intent cannot be the outcome of this one too: a person must look. */
function move(tx: Transaction, settling: Settling) {
  const { row, settlement } = settling
  const to = moveTo(settlement, settling)
  const moved = tx.runUnless(() => isBorrowed(tx, row, settlement), settleIntent, to)
  if (moved !== undefined) return { ending: settlement, to, moved }
  const ending: Ending = { kind: 'needs_human', evidence: { borrowed: to.external_id } }
  const instead = moveTo(ending, settling)
  return { ending, to: instead, moved: tx.run(settleIntent, instead) }
}

/** A step is no failure of its own: the whole says what came of it. */
function isCounted(
  ending: Ending,
  { parent }: SettleableRow,
): ending is Extract<Ending, { readonly kind: 'failed' | 'succeeded' }> {
  if (ending.kind === 'succeeded') return true
  return ending.kind === 'failed' && parent === null
}

/** Only what has certainly not happened gives back what was reserved for it. */
function isCertain(ending: Ending): boolean {
  return ending.kind === 'approved' || (ending.kind === 'failed' && ending.code !== PERHAPS_SPENT)
}

function isBorrowed(tx: Transaction, row: SettleableRow, ending: Ending): boolean {
  if (ending.kind !== 'succeeded' || ending.externalId === undefined) return false
  const { account, operation } = row
  return isBoundTo(tx, { account, operation, externalId: ending.externalId })
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

/** Where a row goes, and from where: only whoever holds its lease moves it. */
interface Move extends Columns {
  readonly id: string
  readonly from: IntentState
  readonly owner: string
  readonly generation: number
}

function moveTo(ending: Ending, { row, chain, env, from, lease }: Settling): Move {
  const { at } = chain
  const { times } = env
  const evidence = 'evidence' in ending ? toJson(ending.evidence) : null
  const to: Mutable<Move> = {
    id: row.id,
    from,
    owner: lease.owner,
    generation: lease.generation,
    state: ending.kind,
    key_held: row.key_held,
    key_until: null,
    fingerprint_held: row.fingerprint_held,
    fingerprint_until: null,
    slot_held: row.slot_held,
    lease_owner: null,
    lease_until: 0,
    external_id: null,
    evidence_json: evidence ?? row.evidence_json ?? null,
    value_json: null,
    omitted_json: null,
    undo_json: null,
    failure_json: null,
    finished_at: null,
  }
  switch (ending.kind) {
    case 'succeeded':
      to.key_until = at + times.keyHeld
      // A row can be changed back and forth: what is done there answers for nothing that comes after.
      if (row.class === 'local') to.fingerprint_held = 0
      to.fingerprint_until = at + times.fingerprintHeld
      to.slot_held = 0
      to.external_id = ending.externalId ?? null
      to.value_json = ending.value === undefined ? null : canonicalJson(ending.value)
      to.omitted_json = toJson(ending.omitted)
      to.undo_json = toJson(ending.undo)
      to.finished_at = at
      break
    case 'failed':
      to.key_held = 0
      to.fingerprint_held = 0
      to.slot_held = 0
      to.failure_json = toJson(failureOf(ending))
      to.finished_at = at
      break
    case 'unknown':
      to.lease_until = (row.dispatched_at ?? at) + times.settle
      to.failure_json = toJson({ code: 'unknown', message: ending.message })
      break
    case 'approved':
      to.lease_until = ending.waitMs === 0 ? 0 : at + ending.waitMs
      to.failure_json = toJson(failureOf(ending.failure))
      break
    case 'needs_human':
      // Whoever looks wants to know what went wrong before nobody could find out more.
      to.failure_json =
        'message' in ending
          ? toJson({ code: 'partial', message: ending.message })
          : (row.failure_json ?? null)
      break
  }
  return to
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
function recordOf(
  ending: Ending,
  { value_json: value }: Move,
): Record<string, JsonValue | undefined> {
  switch (ending.kind) {
    case 'succeeded': {
      // Field by field: every success comes by here, and to spread what may not be there takes many times as long.
      const record: Record<string, JsonValue> = {}
      if (ending.externalId !== undefined) record['external'] = ending.externalId
      if (value !== null) record['value'] = sha256(value)
      if (ending.evidence !== undefined) record['evidence'] = ending.evidence
      return record
    }
    case 'failed':
      return { code: ending.code, message: ending.message, evidence: ending.evidence }
    case 'unknown':
      return { message: ending.message }
    case 'approved': {
      const { code, message } = ending.failure
      return { code, message, evidence: ending.evidence, again: true }
    }
    case 'needs_human':
      return { evidence: ending.evidence }
  }
}

export const findSettleable = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_intent').select(SETTLEABLE).where('id', '=', p('id')),
)

export const settleIntent = bindingOf(
  statement<Move>()((db, p) =>
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
  ),
  (row) => [
    row.state,
    row.key_until,
    row.fingerprint_until,
    row.slot_held,
    row.lease_owner,
    row.lease_until,
    row.external_id,
    row.evidence_json,
    row.value_json,
    row.omitted_json,
    row.undo_json,
    row.failure_json,
    row.finished_at,
    row.id,
    row.from,
    row.owner,
    row.generation,
  ],
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
