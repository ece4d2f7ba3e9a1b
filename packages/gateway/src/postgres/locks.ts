import { GENESIS } from '../audit.js'
import { corrupt } from '../scripts/transaction.js'
import { type AccountTable } from '../scripts/tables.js'
import { type Answer, type Connection } from './connection.js'
import { type Scope } from './job.js'

/** What a transaction holds, and since when. */
export interface Held {
  readonly accounts: ReadonlyMap<string, AccountTable>
  /** The row of what holds for all, as the database writes it down, if it is there. */
  readonly control: string | undefined
  /** By the clock of the database, once all locks were had. */
  readonly at: number
  /** Some account was not there before, so what was read behind its lock was read without it. */
  readonly isLate: boolean
}

/** A script has come to an account that its transaction does not hold. */
export class NotHeld extends Error {
  readonly account: string

  constructor(account: string) {
    super(`${account} is not held`)
    this.account = account
  }
}

/**
 * Begins a transaction and takes its locks, always in the same order: what holds for all, then the accounts by name. Whatever is
 * read afterwards cannot be changed by anyone else before the end.
 */
export async function beginLocked(connection: Connection, scope: Scope): Promise<Held> {
  const { accounts = [], intents = [], everyone = false } = scope
  // Who reads what holds for all shares it; who changes it waits for them, and those who come later wait for him.
  const mode = everyone ? 'exclusive' : 'row share'
  const [, locked, control] = await Promise.all([
    connection.query(`begin; lock table gateway_control in ${mode} mode`),
    connection.prepared('gateway_lock', LOCK, [accounts, intents]),
    connection.prepared('gateway_control', CONTROL, []),
  ])
  const held = accountsOf(locked.rows)
  const missing = accounts.filter((account) => !held.has(account))
  if (missing.length === 0) return { accounts: held, isLate: false, ...controlOf(control) }
  return addAccounts(connection, [...held.keys(), ...missing], missing.toSorted())
}

/** Of two who meet an account for the first time at once, one puts it there and the other waits for it. */
async function addAccounts(
  connection: Connection,
  accounts: readonly string[],
  missing: readonly string[],
): Promise<Held> {
  const [, locked, control] = await Promise.all([
    connection.prepared('gateway_add', ADD, [missing, GENESIS]),
    connection.prepared('gateway_lock', LOCK, [accounts, []]),
    connection.prepared('gateway_control', CONTROL, []),
  ])
  return { accounts: accountsOf(locked.rows), isLate: true, ...controlOf(control) }
}

/** What the time is once the locks are had, and what holds for all. */
const CONTROL = `
  select gateway_now() as at, (select row_to_json(control)::text from gateway_control as control) as control`

export function controlOf(answer: Answer): Pick<Held, 'control' | 'at'> {
  const control: unknown = Reflect.get(Object(answer.rows[0]), 'control')
  return { control: typeof control === 'string' ? control : undefined, at: timeOf(answer) }
}

const LOCK = `
  select * from gateway_account
  where account = any($1::text[] || array(select account from gateway_intent where id = any($2::text[])))
  order by account for update`

const ADD = `
  insert into gateway_account (account, paused, reason, seq, head, seen_at, failures, probation)
  select account, 0, null, 0, $2, 0, 0, 0 from unnest($1::text[]) as account
  on conflict do nothing`

export function accountsOf(rows: readonly unknown[]): ReadonlyMap<string, AccountTable> {
  // Typed by the schema that the migrations keep; the chain checks what it goes by.
  const accounts = rows as readonly AccountTable[]
  return new Map(accounts.map((row) => [row.account, row]))
}

export function timeOf(answer: Answer): number {
  const at = findTime(answer)
  if (at === undefined) throw corrupt('its clock cannot be read')
  return at
}

export function findTime({ rows }: Answer): number | undefined {
  const at: unknown = Reflect.get(Object(rows[0]), 'at')
  return typeof at === 'number' && Number.isSafeInteger(at) ? at : undefined
}
