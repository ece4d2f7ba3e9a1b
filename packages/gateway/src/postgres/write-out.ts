import { type Connection } from './connection.js'
import { type Changes } from './draft.js'

/**
 * Sends all changes of a batch, a statement a table. None of it is waited for: where one changes other than it should, the
 * database fails it, and with it everything that comes after, up to the commit.
 */
export function writeOut(connection: Connection, changes: Changes): Array<Promise<unknown>> {
  const { intents, settled, links, accounts, uses, forgotten, released, queries } = changes
  const bulk = (name: string, sql: string, rows: readonly unknown[]) =>
    rows.length === 0 ? [] : [connection.prepared(name, sql, [JSON.stringify(rows), rows.length])]
  return [
    ...bulk(
      'gateway_put',
      ADD_INTENTS,
      intents.map((row) => ({ ...row, recoveries: 0 })),
    ),
    ...bulk('gateway_settle', SETTLE_INTENTS, settled),
    ...bulk('gateway_link', ADD_LINKS, links),
    ...bulk('gateway_save', SAVE_ACCOUNTS, [...accounts.values()]),
    ...bulk('gateway_use', ADD_USES, uses),
    ...bulk('gateway_forget', FORGET_USES, forgotten),
    ...bulk('gateway_release', RELEASE_USES, released),
    ...queries.map(({ sql, parameters }) => connection.query(sql, parameters)),
  ]
}

const expecting = (change: string) => `
  with changed as (${change} returning 1) select gateway_expect((select count(*) from changed), $2)`

const ADD_INTENTS = expecting(`
  insert into gateway_intent select * from json_populate_recordset(null::gateway_intent, $1::json)
  on conflict do nothing`)

const SETTLE_INTENTS = expecting(`
  update gateway_intent as intent set
    state = settled.state,
    key_until = settled.key_until,
    fingerprint_until = settled.fingerprint_until,
    slot_held = settled.slot_held,
    lease_owner = settled.lease_owner,
    lease_until = settled.lease_until,
    external_id = settled.external_id,
    evidence_json = settled.evidence_json,
    value_json = settled.value_json,
    omitted_json = settled.omitted_json,
    undo_json = settled.undo_json,
    failure_json = settled.failure_json,
    finished_at = settled.finished_at
  from json_populate_recordset(null::gateway_intent, $1::json) as settled
  join json_to_recordset($1::json) as held (id text, "from" text, owner text)
    on held.id = settled.id
  where intent.id = settled.id and intent.state = held."from"
    and intent.lease_owner = held.owner and intent.generation = settled.generation`)

const ADD_LINKS = expecting(`
  insert into gateway_audit (account, seq, at, intent, kind, payload_hash, prev, hash, payload_json)
  select account, seq, at, intent, kind, "payloadHash", prev, hash, "payloadText"
  from json_to_recordset($1::json) as link (
    account text, seq bigint, at bigint, intent text, kind text,
    "payloadHash" text, prev text, hash text, "payloadText" text)`)

const SAVE_ACCOUNTS = expecting(`
  update gateway_account as account set seq = saved.seq, head = saved.head, seen_at = saved.seen_at
  from json_populate_recordset(null::gateway_account, $1::json) as saved
  where account.account = saved.account`)

const ADD_USES = expecting(`
  insert into gateway_use (intent, account, dimension, at, amount)
  select intent, account, dimension, at, amount
  from json_populate_recordset(null::gateway_use, $1::json)`)

// How many of these there were does not matter; the count is there for all statements to be alike.
const FORGET_USES = `
  delete from gateway_use using json_to_recordset($1::json)
    as past (account text, dimension text, before bigint)
  where gateway_use.account = past.account and gateway_use.dimension = past.dimension
    and gateway_use.at <= past.before and $2::bigint > 0`

const RELEASE_USES = `
  delete from gateway_use
  where intent in (select json_array_elements_text($1::json)) and $2::bigint > 0`
