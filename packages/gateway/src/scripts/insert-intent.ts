import { type IntentRow } from './rows.js'
import { bindingOf, statement } from './statement.js'
import { type Transaction } from './transaction.js'

/** What a new row says; the rest of its columns is empty. */
export type NewRow = Omit<
  IntentRow,
  | 'recoveries'
  | 'absent_since'
  | 'unreadable_since'
  | 'external_id'
  | 'evidence_json'
  | 'value_json'
  | 'omitted_json'
  | 'undo_json'
  | 'failure_json'
  | 'key_until'
  | 'fingerprint_until'
  | 'retried_at'
  | 'snoozed_until'
  | 'told_at'
  | 'tries'
>

/** Claims the keys of an intent by putting it there. `false`: someone else holds one of them. */
export function insertIntent(tx: Transaction, row: NewRow): boolean {
  return tx.run(addIntent, row) === 1
}

export const addIntent = bindingOf(
  statement<NewRow>()((db, p) =>
    db
      .insertInto('gateway_intent')
      .values((eb) => ({
        id: p('id'),
        correlation_id: p('correlation_id'),
        account: p('account'),
        principal_kind: p('principal_kind'),
        principal_id: p('principal_id'),
        mode: p('mode'),
        operation: p('operation'),
        class: p('class'),
        args_json: p('args_json'),
        content: p('content'),
        fingerprint: p('fingerprint'),
        client_key: p('client_key'),
        labels_json: p('labels_json'),
        decision: p('decision'),
        policy_version: p('policy_version'),
        rule: p('rule'),
        reason: p('reason'),
        state: p('state'),
        key_held: p('key_held'),
        fingerprint_held: p('fingerprint_held'),
        slot: p('slot'),
        slot_value_json: p('slot_value_json'),
        slot_generation: p('slot_generation'),
        slot_held: p('slot_held'),
        lease_owner: p('lease_owner'),
        generation: p('generation'),
        lease_until: p('lease_until'),
        recoveries: eb.lit(0),
        request_hash: p('request_hash'),
        probe_json: p('probe_json'),
        dispatched_at: p('dispatched_at'),
        queue_id: p('queue_id'),
        expires_at: p('expires_at'),
        decided_by: p('decided_by'),
        seal: p('seal'),
        parent: p('parent'),
        step: p('step'),
        created_at: p('created_at'),
        finished_at: p('finished_at'),
        tries: eb.lit(0),
      }))
      .onConflict((conflict) => conflict.doNothing()),
  ),
  (row) => [
    row.id,
    row.correlation_id,
    row.account,
    row.principal_kind,
    row.principal_id,
    row.mode,
    row.operation,
    row.class,
    row.args_json,
    row.content,
    row.fingerprint,
    row.client_key,
    row.labels_json,
    row.decision,
    row.policy_version,
    row.rule,
    row.reason,
    row.state,
    row.key_held,
    row.fingerprint_held,
    row.slot,
    row.slot_value_json,
    row.slot_generation,
    row.slot_held,
    row.lease_owner,
    row.generation,
    row.lease_until,
    row.request_hash,
    row.probe_json,
    row.dispatched_at,
    row.queue_id,
    row.expires_at,
    row.decided_by,
    row.seal,
    row.parent,
    row.step,
    row.created_at,
    row.finished_at,
  ],
)
