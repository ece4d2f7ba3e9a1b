import { type Decision } from '@armorer/core'
import { type EffectClass } from '../effect.js'
import { type IntentState } from '../intent.js'
import { type AuditKind } from '../audit.js'
import { type Principal } from '../request.js'
import { type MishapKind } from '../breakers.js'
import { type HistoryKind } from '../approval-store.js'

/** Times are whole milliseconds since 1970, flags 0 or 1, and what ends in `_json` is JSON text. */
export interface Tables {
  readonly gateway_control: ControlTable
  readonly gateway_account: AccountTable
  readonly gateway_intent: IntentTable
  readonly gateway_use: UseTable
  readonly gateway_slot: SlotTable
  readonly gateway_policy: PolicyTable
  readonly gateway_audit: AuditTable
  readonly gateway_history: HistoryTable
  readonly gateway_grant: GrantTable
  readonly gateway_mishap: MishapTable
}

/** One row: what holds for every account. */
interface ControlTable {
  readonly id: number
  readonly paused: number
  readonly reason: string | null
  readonly min_writer_version: number
  readonly policy_version: number
  readonly policy_digest: string | null
  readonly lifted_until: number
}

/** One row an account: its pause, the head of its audit chain, and the latest time that was seen. */
export interface AccountTable {
  readonly account: string
  readonly paused: number
  readonly reason: string | null
  readonly seq: number
  readonly head: string
  readonly seen_at: number
  /** How many changes in a row have failed. */
  readonly failures: number
  /** How many of the next changes a person must see. */
  readonly probation: number
}

export interface IntentTable {
  readonly id: string
  readonly correlation_id: string
  readonly account: string
  readonly principal_kind: Principal['kind']
  readonly principal_id: string
  readonly mode: string
  readonly operation: string
  readonly class: EffectClass
  readonly args_json: string
  readonly content: string
  readonly fingerprint: string
  readonly client_key: string | null
  readonly labels_json: string
  readonly decision: Decision['kind']
  readonly policy_version: number
  readonly rule: string
  readonly reason: string
  readonly state: IntentState
  readonly key_held: number
  readonly key_until: number | null
  readonly fingerprint_held: number
  readonly fingerprint_until: number | null
  readonly slot: string | null
  readonly slot_value_json: string | null
  readonly slot_generation: number | null
  readonly slot_held: number
  readonly lease_owner: string | null
  readonly generation: number
  readonly lease_until: number
  readonly recoveries: number
  readonly request_hash: string | null
  readonly probe_json: string | null
  readonly dispatched_at: number | null
  readonly absent_since: number | null
  readonly unreadable_since: number | null
  readonly external_id: string | null
  readonly evidence_json: string | null
  readonly value_json: string | null
  readonly omitted_json: string | null
  readonly undo_json: string | null
  readonly failure_json: string | null
  readonly queue_id: number | null
  readonly expires_at: number | null
  readonly decided_by: string | null
  readonly seal: string | null
  /** Where it is a step of another intent: of which, and which. */
  readonly parent: string | null
  readonly step: number | null
  readonly retried_at: number | null
  readonly snoozed_until: number | null
  readonly told_at: number | null
  readonly created_at: number
  readonly finished_at: number | null
  /** How often it was taken up after its approval. */
  readonly tries: number
}

interface UseTable {
  readonly intent: string
  readonly account: string
  readonly dimension: string
  readonly at: number
  readonly amount: number
}

/** Every policy that ever held. */
interface PolicyTable {
  readonly version: number
  readonly text: string
  readonly by_kind: Principal['kind']
  readonly by_id: string
  readonly reason: string
  readonly at: number
}

/** What a slot was last set to, and how often it has changed. */
interface SlotTable {
  readonly account: string
  readonly slot: string
  readonly value_json: string
  readonly generation: number
}

interface AuditTable {
  readonly account: string
  readonly seq: number
  readonly at: number
  readonly intent: string
  readonly kind: AuditKind
  readonly payload_hash: string
  readonly prev: string
  readonly hash: string
  /** Not part of the chain, which keeps its hash: `null` where it was erased. */
  readonly payload_json: string | null
}

/** What persons did to an intent while it waited. */
interface HistoryTable {
  readonly intent: string
  readonly seq: number
  readonly at: number
  readonly kind: HistoryKind
  readonly by_id: string
  readonly note: string | null
  /** For an edit: what it was before. */
  readonly args_json: string | null
}

/** Decisions in advance. */
interface GrantTable {
  readonly id: string
  readonly account: string
  readonly operation: string
  readonly when_json: string
  readonly by_id: string
  readonly left_over: number
  readonly until: number
  readonly at: number
}

/** What went wrong lately, and the texts of late, for the breakers. */
interface MishapTable {
  readonly account: string
  readonly intent: string
  readonly kind: MishapKind
  readonly at: number
  readonly text: string | null
}
