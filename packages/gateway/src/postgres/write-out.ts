import { type Connection } from './connection.js'
import { type Changes } from './draft.js'

/**
 * Sends all changes of a batch as one statement. It is not waited for: where a part of it changes other than it should, the
 * database fails it, and with it everything that comes after, up to the commit.
 */
export function writeOut(connection: Connection, changes: Changes): Array<Promise<unknown>> {
  const rows = {
    intents: changes.intents.map((row) => ({ ...row, recoveries: 0 })),
    settled: changes.settled,
    links: changes.links,
    accounts: [...changes.accounts.values()],
    uses: changes.uses,
    forgotten: changes.forgotten,
    released: changes.released,
  }
  const parts = PARTS.filter((part) => rows[part].length > 0)
  const sent = changes.queries.map(({ sql, parameters }) => connection.query(sql, parameters))
  if (parts.length === 0) return sent
  const values = parts.flatMap((part) => [JSON.stringify(rows[part]), rows[part].length])
  return [connection.prepared(`gateway_write_${parts.join('_')}`, textOf(parts), values), ...sent]
}

type Part = keyof typeof CHANGES

const texts = new Map<string, string>()

/** The parts that there is something for, as one statement that says of each whether it did what it should. */
function textOf(parts: readonly Part[]): string {
  const name = parts.join(' ')
  const known = texts.get(name)
  if (known !== undefined) return known
  const changes = parts.map((part, index) => {
    const change = CHANGES[part].replaceAll('$rows', `$${index * 2 + 1}`)
    return `${part} as (${change} returning 1)`
  })
  const checks = parts.map((part, index) => {
    const wanted = `$${index * 2 + 2}::bigint`
    // How many uses are forgotten or released is nobody's concern.
    const isCounted = part !== 'forgotten' && part !== 'released'
    const changed = isCounted ? `(select count(*) from ${part})` : wanted
    return `gateway_expect(${changed}, ${wanted})`
  })
  const text = `with ${changes.join(', ')} select ${checks.join(', ')}`
  texts.set(name, text)
  return text
}

const CHANGES = {
  intents: `
  insert into gateway_intent select * from json_populate_recordset(null::gateway_intent, $rows::json)
  on conflict do nothing`,
  settled: `
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
  from json_populate_recordset(null::gateway_intent, $rows::json) as settled
  join json_to_recordset($rows::json) as held (id text, "from" text, owner text)
    on held.id = settled.id
  where intent.id = settled.id and intent.state = held."from"
    and intent.lease_owner = held.owner and intent.generation = settled.generation`,
  links: `
  insert into gateway_audit (account, seq, at, intent, kind, payload_hash, prev, hash, payload_json)
  select account, seq, at, intent, kind, "payloadHash", prev, hash, "payloadText"
  from json_to_recordset($rows::json) as link (
    account text, seq bigint, at bigint, intent text, kind text,
    "payloadHash" text, prev text, hash text, "payloadText" text)`,
  accounts: `
  update gateway_account as account set seq = saved.seq, head = saved.head,
    seen_at = saved.seen_at, failures = saved.failures, probation = saved.probation
  from json_populate_recordset(null::gateway_account, $rows::json) as saved
  join json_to_recordset($rows::json) as was (account text, before bigint)
    on was.account = saved.account
  where account.account = saved.account and account.seq = was.before`,
  uses: `
  insert into gateway_use (intent, account, dimension, at, amount)
  select intent, account, dimension, at, amount
  from json_populate_recordset(null::gateway_use, $rows::json)`,
  forgotten: `
  delete from gateway_use using json_to_recordset($rows::json)
    as past (account text, dimension text, before bigint)
  where gateway_use.account = past.account and gateway_use.dimension = past.dimension
    and gateway_use.at <= past.before`,
  released: `
  delete from gateway_use where intent in (select json_array_elements_text($rows::json))`,
}

const PARTS = [
  'intents',
  'settled',
  'links',
  'accounts',
  'uses',
  'forgotten',
  'released',
] as const satisfies readonly Part[]
