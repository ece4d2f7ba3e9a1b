/** What the database answers where something is not as it was believed to be. */
export const MISTAKEN = 'GW001'

/**
 * Writes what a batch has worked out, if what it was worked out from is so; else it changes nothing. It judges nothing itself,
 * and says what time it is.
 * The locks are had in the same order as everywhere: what holds for all, then the accounts by name; only then it looks. Where
 * `drift` is null they were had before, and so were control and time. Whoever holds a key already is found by the unique index.
 * Rows that change are named by `any` besides the join: for a join alone the database may read a whole table that it takes for a
 * small one. And all of a kind change in one statement, since each statement reads the checks of its table anew.
 */
export const WRITE_FUNCTION = `
create function gateway_write(
  control text, at bigint, drift bigint, accounts json, intents json, outcomes json,
  links json, uses json, past_uses json, released json
) returns bigint language plpgsql as $$
#variable_conflict use_column
declare
  past record;
  freed text;
  changed bigint;
begin
  lock table gateway_control in row share mode;
  if json_array_length(accounts) > 1 then
    perform from gateway_account
    where account = any(array(select account from json_to_recordset(accounts) as saved (account text)))
    order by account for update;
  end if;
  with saved as materialized (
    select * from json_to_recordset(accounts) as saved (
      account text, seq bigint, head text, seen_at bigint, failures bigint, probation bigint,
      paused bigint, was_seq bigint, was_head text, was_seen_at bigint, was_failures bigint, was_probation bigint)
  )
  update gateway_account as own set
    seq = saved.seq, head = saved.head, seen_at = saved.seen_at,
    failures = saved.failures, probation = saved.probation
  from saved
  where own.account = any(array(select account from saved))
    and own.account = saved.account and own.paused = saved.paused
    and own.seq = saved.was_seq and own.head = saved.was_head and own.seen_at = saved.was_seen_at
    and own.failures = saved.was_failures and own.probation = saved.was_probation;
  get diagnostics changed = row_count;
  if changed is distinct from json_array_length(accounts) then
    raise exception 'an account is not as it was' using errcode = '${MISTAKEN}';
  end if;
  if drift is not null then
    -- In any other isolation a transaction goes on seeing what was there before it waited for its locks.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'what is committed is not seen' using errcode = '${MISTAKEN}';
    end if;
    if gateway_now() not between at and at + drift then
      raise exception 'it is another time' using errcode = '${MISTAKEN}';
    end if;
    if control is not null
      and not exists (select 1 from gateway_control as now where row_to_json(now)::text = control)
    then
      raise exception 'what holds for all is not as it was' using errcode = '${MISTAKEN}';
    end if;
  end if;

  if intents is not null then
    insert into gateway_intent select * from json_populate_recordset(null::gateway_intent, intents);
  end if;
  if outcomes is not null then
    with outcome as materialized (
      select * from json_to_recordset(outcomes) as outcome (
        id text, "from" text, owner text, generation bigint, state text, key_until bigint,
        fingerprint_until bigint, slot_held bigint, lease_owner text, lease_until bigint, external_id text,
        evidence_json text, value_json text, omitted_json text, undo_json text, failure_json text,
        finished_at bigint)
    )
    update gateway_intent as intent set
      state = outcome.state,
      key_until = outcome.key_until,
      fingerprint_until = outcome.fingerprint_until,
      slot_held = outcome.slot_held,
      lease_owner = outcome.lease_owner,
      lease_until = outcome.lease_until,
      external_id = outcome.external_id,
      evidence_json = outcome.evidence_json,
      value_json = outcome.value_json,
      omitted_json = outcome.omitted_json,
      undo_json = outcome.undo_json,
      failure_json = outcome.failure_json,
      finished_at = outcome.finished_at
    from outcome
    where intent.id = any(array(select id from outcome))
      and intent.id = outcome.id and intent.state = outcome."from"
      and intent.lease_owner = outcome.owner and intent.generation = outcome.generation;
    get diagnostics changed = row_count;
    if changed is distinct from json_array_length(outcomes) then
      raise exception 'an intent is not as it was' using errcode = '${MISTAKEN}';
    end if;
  end if;
  if links is not null then
    insert into gateway_audit (account, seq, at, intent, kind, payload_hash, prev, hash, payload_json)
    select account, seq, at, intent, kind, "payloadHash", prev, hash, "payloadText"
    from json_to_recordset(links) as link (
      account text, seq bigint, at bigint, intent text, kind text,
      "payloadHash" text, prev text, hash text, "payloadText" text);
  end if;
  if uses is not null then
    insert into gateway_use (intent, account, dimension, at, amount)
    select intent, account, dimension, at, amount
    from json_populate_recordset(null::gateway_use, uses);
  end if;
  -- How many uses are forgotten or released is nobody's concern.
  if past_uses is not null then
    for past in
      select * from json_to_recordset(past_uses) as past (account text, dimension text, before bigint)
    loop
      delete from gateway_use as used
      where used.account = past.account and used.dimension = past.dimension and used.at <= past.before;
    end loop;
  end if;
  if released is not null then
    for freed in select json_array_elements_text(released) loop
      delete from gateway_use as used where used.intent = freed;
    end loop;
  end if;
  return gateway_now();
end $$`
