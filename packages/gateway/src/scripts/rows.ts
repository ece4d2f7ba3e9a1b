import { type JsonValue } from '@armorer/core'
import { type Selectable } from 'kysely'
import { INTENT_STATES, type HoldingIntent, type Intent, type KeptFailure } from '../intent.js'
import { type Omitted } from '../outcome.js'
import { type UndoRequest } from '../effect.js'
import { type RecordedIntent } from '../policy-store.js'
import { type StepOf } from '../store.js'
import { type IntentTable } from './tables.js'
import { corrupt } from './transaction.js'

export type IntentRow = Selectable<IntentTable>

/** While it is made: copies with other fields would cost as much as writing it does. */
export type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

type RecordedRow = Pick<
  IntentRow,
  | 'id'
  | 'account'
  | 'principal_kind'
  | 'principal_id'
  | 'mode'
  | 'operation'
  | 'class'
  | 'args_json'
  | 'labels_json'
  | 'rule'
  | 'decision'
  | 'state'
  | 'created_at'
>

/** What is read of a row to answer for it: a whole row costs as much to read as all that is written of a claim. */
export const HELD = [
  'id',
  'correlation_id',
  'account',
  'operation',
  'content',
  'state',
  'key_until',
  'fingerprint_until',
  'value_json',
  'omitted_json',
  'undo_json',
  'reason',
  'rule',
  'queue_id',
] as const

export type HeldRow = Pick<IntentRow, (typeof HELD)[number]>

const STATES: ReadonlySet<unknown> = new Set(INTENT_STATES)

/** An intent as the program knows it. A row that cannot be one is refused, and nothing is done on its word. */
export function toIntent(row: IntentRow): Intent {
  if (!isReadable(row) || !Number.isSafeInteger(row.generation)) {
    throw corrupt('an intent cannot be read')
  }
  return {
    ...toRecorded(row),
    correlationId: row.correlation_id,
    content: row.content,
    clientKey: row.client_key ?? undefined,
    policyVersion: row.policy_version,
    reason: row.reason,
    generation: row.generation,
    queueId: row.queue_id ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    seal: row.seal ?? undefined,
    probe: parseJson(row.probe_json),
    dispatchedAt: row.dispatched_at ?? undefined,
    notBefore: row.state === 'approved' && row.lease_until > 0 ? row.lease_until : undefined,
    externalId: row.external_id ?? undefined,
    evidence: parseJson(row.evidence_json),
    ...resultOf(row),
    // Written by this store, and told apart by its column.
    failure: parseJson(row.failure_json) as KeptFailure | undefined,
    finishedAt: row.finished_at ?? undefined,
    step: stepOf(row),
    retriedAt: row.retried_at ?? undefined,
    snoozedUntil: row.snoozed_until ?? undefined,
  }
}

/** The same for whoever asks for what it holds. */
export function toHolding(row: HeldRow): HoldingIntent {
  if (!isReadable(row)) throw corrupt('an intent cannot be read')
  return {
    id: row.id,
    correlationId: row.correlation_id,
    account: row.account,
    operation: row.operation,
    content: row.content,
    state: row.state,
    ...resultOf(row),
    reason: row.reason,
    rule: row.rule,
    queueId: row.queue_id ?? undefined,
  }
}

function isReadable({ id, state }: Pick<IntentRow, 'id' | 'state'>): boolean {
  return typeof id === 'string' && STATES.has(state)
}

function resultOf(row: Pick<IntentRow, 'value_json' | 'omitted_json' | 'undo_json'>) {
  return {
    value: parseJson(row.value_json),
    // Both were written by this store, and are told apart by their columns.
    omitted: parseJson(row.omitted_json) as Omitted | undefined,
    undo: parseJson(row.undo_json) as UndoRequest | undefined,
  }
}

/** What was asked, and what was said to it. */
export function toRecorded(row: RecordedRow): RecordedIntent {
  return {
    id: row.id,
    account: row.account,
    principal: { kind: row.principal_kind, id: row.principal_id },
    mode: row.mode,
    operation: row.operation,
    class: row.class,
    args: parseJson(row.args_json) ?? null,
    labels: labelsOf(parseJson(row.labels_json)),
    rule: row.rule,
    decision: row.decision,
    state: row.state,
    createdAt: row.created_at,
  }
}

function stepOf({ parent, step }: IntentRow): StepOf | undefined {
  return parent === null || step === null ? undefined : { intent: parent, index: step }
}

export function toJson(value: JsonValue | object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** What a column holds. */
export function parseJson(text: string | null): JsonValue | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw corrupt('a column holds no JSON')
  }
}

function labelsOf(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) throw corrupt('the labels of an intent cannot be read')
  return value.map(String)
}
