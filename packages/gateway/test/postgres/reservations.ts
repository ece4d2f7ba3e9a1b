import { DEFAULT_TIMES } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { TIMES } from '../harness/small-world.js'
import { type Reservations } from '../laws/reservation-laws.js'

/** Reservations in a database that fails by itself, in the middle of a statement or at the commit. */
export async function reserveOnPostgres(server: string): Promise<Reservations> {
  const { url, beside, [Symbol.asyncDispose]: drop } = await createDatabase(server)
  const store = await openPostgres(url, { times: { ...TIMES, busy: DEFAULT_TIMES.busy } })
  for (const statement of FAILING) await beside.query(statement)
  return {
    store,
    async failAt(point, n) {
      await beside.query('alter sequence fault_met restart')
      await beside.query('insert into fault values ($1, $2)', [point, n])
    },
    async heal() {
      const { rows } = await beside.query({ text: HEAL, rowMode: 'array' })
      return rows[0]?.[0] === true
    },
    async used(account) {
      const { rows } = await beside.query({ text: USED, values: [account], rowMode: 'array' })
      return new Map(rows as [string, number][])
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await drop()
    },
  }
}

const USED =
  'select dimension, sum(amount)::bigint from gateway_use where account = $1 group by dimension'

const HEAL = `
  with healed as (delete from fault returning n)
  select (select last_value >= n and is_called from fault_met) from healed`

/** A sequence counts on when a transaction is rolled back, so that what is tried again meets the same fault. */
const FAILING = [
  'create table fault (point text not null, n bigint not null)',
  'create sequence fault_met',
  `create function fail_when_told() returns trigger language plpgsql as $$
  declare armed bigint := (select n from fault where point = tg_argv[0]);
  begin
    if armed is not null and nextval('fault_met') >= armed then
      raise exception 'could not write to the disk' using errcode = '58030';
    end if;
    return new;
  end $$`,
  ...['gateway_use', 'gateway_audit'].map(
    (table) =>
      `create trigger fails before insert on ${table} for each row execute function fail_when_told('${table}')`,
  ),
  `create constraint trigger fails_late after insert on gateway_use deferrable initially deferred
    for each row execute function fail_when_told('commit')`,
]
