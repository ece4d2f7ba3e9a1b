import { AUDIT_KINDS } from '../audit.js'
import { INTENT_STATES } from '../intent.js'
import { HISTORY_KINDS } from '../approval-store.js'
import { type Migration } from './migrate.js'

/** Not as a list: of one with more than two, SQLite makes a table of its own each time a row is written. */
const oneOf = (column: string, values: readonly string[]): string =>
  values.map((value) => `${column} = '${value}'`).join(' or ')

interface GatewayMigration extends Migration {
  /** Where Postgres does something else. */
  readonly postgres?: readonly string[]
}

/** In order; one that has been released never changes. */
export const gatewayMigrations: readonly GatewayMigration[] = [
  {
    name: '001-intents',
    statements: [
      `create table gateway_control (
        id integer primary key check (id = 1),
        paused integer not null check (paused in (0, 1)),
        reason text,
        min_writer_version integer not null,
        policy_version integer not null,
        policy_digest text,
        lifted_until integer not null
      ) strict`,
      `insert into gateway_control values (1, 0, null, 1, 0, null, 0)`,

      `create table gateway_policy (
        version integer primary key,
        text text not null,
        by_kind text not null,
        by_id text not null,
        reason text not null,
        at integer not null
      ) strict`,
      `create trigger gateway_policy_no_update before update on gateway_policy
        begin select raise(abort, 'a version of the policy never changes'); end`,
      `create trigger gateway_policy_no_delete before delete on gateway_policy
        begin select raise(abort, 'a version of the policy never changes'); end`,

      `create table gateway_account (
        account text primary key,
        paused integer not null check (paused in (0, 1)),
        reason text,
        seq integer not null check (seq >= 0),
        head text not null,
        seen_at integer not null,
        failures integer not null,
        probation integer not null
      ) strict, without rowid`,

      `create table gateway_intent (
        id text primary key,
        correlation_id text not null,
        account text not null,
        principal_kind text not null check (${oneOf('principal_kind', ['person', 'agent', 'loop'])}),
        principal_id text not null,
        mode text not null,
        operation text not null,
        class text not null check (${oneOf('class', ['create', 'set', 'delete', 'local', 'spend'])}),
        args_json text not null,
        content text not null,
        fingerprint text not null,
        client_key text,
        labels_json text not null,
        decision text not null check (${oneOf('decision', ['allow', 'ask', 'dry_run', 'deny'])}),
        policy_version integer not null,
        rule text not null,
        reason text not null,
        state text not null check (${oneOf('state', INTENT_STATES)}),
        key_held integer not null check (key_held in (0, 1)),
        key_until integer,
        fingerprint_held integer not null check (fingerprint_held in (0, 1)),
        fingerprint_until integer,
        slot text,
        slot_value_json text,
        slot_generation integer,
        slot_held integer not null check (slot_held in (0, 1)),
        lease_owner text,
        generation integer not null,
        lease_until integer not null,
        recoveries integer not null,
        request_hash text,
        probe_json text,
        dispatched_at integer,
        absent_since integer,
        unreadable_since integer,
        external_id text,
        evidence_json text,
        value_json text,
        omitted_json text,
        undo_json text,
        failure_json text,
        queue_id integer,
        expires_at integer,
        decided_by text,
        seal text,
        parent text,
        step integer,
        retried_at integer,
        snoozed_until integer,
        told_at integer,
        created_at integer not null,
        finished_at integer
      ) strict`,
      // These four are the promise that nothing leaves twice: whoever inserts second is told by the index.
      `create unique index gateway_intent_key on gateway_intent (account, client_key)
        where key_held = 1 and client_key is not null`,
      `create unique index gateway_intent_fingerprint on gateway_intent (account, fingerprint)
        where fingerprint_held = 1`,
      `create unique index gateway_intent_slot on gateway_intent (account, slot) where slot_held = 1`,
      `create unique index gateway_intent_external on gateway_intent (account, operation, external_id)
        where external_id is not null`,
      `create index gateway_intent_open on gateway_intent (state, lease_until)
        where ${oneOf('state', ['claimed', 'dispatched', 'unknown'])}`,
      `create index gateway_intent_waiting on gateway_intent (state, id)
        where ${oneOf('state', ['awaiting_approval', 'approved', 'needs_human'])}`,
      `create index gateway_intent_step on gateway_intent (parent, step) where parent is not null`,
      `create unique index gateway_intent_queue on gateway_intent (queue_id) where queue_id is not null`,

      `create table gateway_use (
        intent text not null,
        account text not null,
        dimension text not null,
        at integer not null,
        amount integer not null check (amount >= 0),
        primary key (intent, dimension)
      ) strict, without rowid`,
      `create index gateway_use_window on gateway_use (account, dimension, at, amount)`,

      `create table gateway_history (
        intent text not null,
        seq integer not null,
        at integer not null,
        kind text not null check (${oneOf('kind', HISTORY_KINDS)}),
        by_id text not null,
        note text,
        args_json text,
        primary key (intent, seq)
      ) strict, without rowid`,

      `create table gateway_grant (
        id text primary key,
        account text not null,
        operation text not null,
        when_json text not null,
        by_id text not null,
        left_over integer not null check (left_over >= 0),
        until integer not null,
        at integer not null
      ) strict, without rowid`,
      `create index gateway_grant_usable on gateway_grant (account, operation) where left_over > 0`,

      `create table gateway_mishap (
        account text not null,
        kind text not null,
        at integer not null,
        intent text not null,
        text text,
        primary key (account, kind, at, intent)
      ) strict, without rowid`,

      `create table gateway_slot (
        account text not null,
        slot text not null,
        value_json text not null,
        generation integer not null,
        primary key (account, slot)
      ) strict, without rowid`,

      `create table gateway_audit (
        account text not null,
        seq integer not null,
        at integer not null,
        intent text not null,
        kind text not null check (${oneOf('kind', AUDIT_KINDS)}),
        payload_hash text not null,
        prev text not null,
        hash text not null,
        payload_json text,
        primary key (account, seq)
      ) strict`,
      `create trigger gateway_audit_no_update
        before update of account, seq, at, intent, kind, payload_hash, prev, hash on gateway_audit
        begin select raise(abort, 'the audit is append-only'); end`,
      // What a link was about can be erased, and the chain still holds.
      `create trigger gateway_audit_only_erase before update of payload_json on gateway_audit
        when new.payload_json is not null
        begin select raise(abort, 'the audit is append-only'); end`,
      `create trigger gateway_audit_no_delete before delete on gateway_audit
        begin select raise(abort, 'the audit is append-only'); end`,
    ],
  },
  {
    name: '002-tries',
    statements: [
      // Its own count: whoever looks for it afterwards makes a new generation, and has sent nothing.
      `alter table gateway_intent add column tries integer not null default 0`,
    ],
  },
  {
    name: '003-fingerprints-as-bytes',
    statements: [
      // Its entries lie anywhere, so every call writes a page for its own: half of a digest, as bytes, takes a third of the pages. What
      // is no digest stands for itself.
      `drop index gateway_intent_fingerprint`,
      `create unique index gateway_intent_fingerprint
        on gateway_intent (account, coalesce(unhex(substr(fingerprint, 1, 32)), fingerprint))
        where fingerprint_held = 1`,
    ],
    postgres: [],
  },
]
