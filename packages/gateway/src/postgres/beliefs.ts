import { type Clock } from '../clock.js'
import { type findSettleable } from '../scripts/complete.js'
import { type NewRow } from '../scripts/insert-intent.js'
import { type RowOf } from '../scripts/statement.js'
import { type AccountTable } from '../scripts/tables.js'
import { type Changes } from './draft.js'
import { type Held } from './locks.js'
import { type Scope } from './job.js'

type SettleableRow = RowOf<typeof findSettleable>

/**
 * What this process has seen or written last. Others may have been there since, so nothing is done on its word alone: whoever works
 * something out from it has the database say, under its locks, whether it is still so.
 */
export interface Beliefs {
  /** What would be held if these accounts were, and the time; `undefined` where something is not known, or was wrong lately. */
  about(scope: Scope): Held | undefined
  /** Whether there is something to be said about this account. */
  knows(account: string): boolean
  /** An intent that was claimed here and is on its way. */
  intent(id: string): SettleableRow | undefined
  /** This was so a moment ago. */
  see(seen: Seen): void
  /** This is so now, since it was committed here; and so late it was. */
  keep(changes: Changes, at?: number): void
  /** Someone else may have been there. */
  forget(scope: Scope): void
  /** It was so. */
  confirm(scope: Scope): void
  /** It was not so. */
  doubt(scope: Scope): void
}

export type Seen = Pick<Held, 'accounts' | 'control' | 'at'>

/** More than are ever under way; what is forgotten is only read again. */
const MOST = 10_000
const MOST_SKIPPED = 64

export function createBeliefs(clock: Clock): Beliefs {
  const accounts = new Map<string, AccountTable>()
  const intents = new Map<string, SettleableRow>()
  const wrong = new Map<string, Wrong>()
  let common: { readonly control: string; readonly at: number; readonly seenAt: number } | undefined

  const hold = (row: AccountTable) => {
    const known = accounts.get(row.account)
    // What was read may come after what was written later.
    if (known && known.seq > row.seq) return
    if (accounts.size >= MOST) accounts.clear()
    accounts.set(row.account, row)
  }
  const forget = ({ accounts: names = [], intents: unknown = [], everyone }: Scope) => {
    if (everyone || unknown.length > 0) accounts.clear()
    if (everyone) common = undefined
    for (const name of names) accounts.delete(name)
    for (const id of unknown) intents.delete(id)
  }
  /** Where others write too, to believe costs a trip each time: after every mistake it is left for longer. */
  const isWrongAgain = (name: string): boolean => {
    const last = wrong.get(name)
    if (!last || last.skip === 0) return false
    last.skip -= 1
    return true
  }

  return {
    about({ accounts: names = [], intents: unknown = [] }) {
      const rows = names.flatMap((name) => accounts.get(name) ?? [])
      const isSkipped = names.filter(isWrongAgain).length > 0
      if (isSkipped || !common || rows.length < names.length || unknown.length > 0) return undefined
      return {
        accounts: new Map(rows.map((row) => [row.account, row])),
        control: common.control,
        // Not later than it is there: its answer was some time on its way.
        at: Math.trunc(common.at + clock.elapsed() - common.seenAt),
        isLate: false,
      }
    },
    knows: (account) =>
      common !== undefined && accounts.has(account) && (wrong.get(account)?.skip ?? 0) === 0,
    intent: (id) => intents.get(id),
    see({ accounts: rows, control, at }) {
      if (control === undefined) return
      common = { control, at, seenAt: clock.elapsed() }
      for (const row of rows.values()) hold(row)
    },
    keep(changes, at) {
      if (common && at !== undefined) common = { ...common, at, seenAt: clock.elapsed() }
      for (const row of changes.accounts.values()) hold(row)
      if (intents.size >= MOST) intents.clear()
      for (const row of changes.intents)
        if (row.lease_owner !== null) intents.set(row.id, toSettleable(row))
      for (const { id } of changes.settled) intents.delete(id)
    },
    forget,
    confirm(scope) {
      for (const name of scope.accounts ?? []) wrong.delete(name)
    },
    doubt(scope) {
      forget(scope)
      common = undefined
      if (wrong.size >= MOST) wrong.clear()
      for (const name of scope.accounts ?? []) {
        const times = (wrong.get(name)?.times ?? 0) + 1
        wrong.set(name, { times, skip: Math.min(2 ** (times - 1), MOST_SKIPPED) })
      }
    },
  }
}

interface Wrong {
  readonly times: number
  /** How often it is not tried again. */
  skip: number
}

function toSettleable(row: NewRow): SettleableRow {
  return {
    id: row.id,
    account: row.account,
    operation: row.operation,
    class: row.class,
    state: row.state,
    key_held: row.key_held,
    fingerprint_held: row.fingerprint_held,
    slot: row.slot,
    slot_value_json: row.slot_value_json,
    slot_generation: row.slot_generation,
    slot_held: row.slot_held,
    dispatched_at: row.dispatched_at,
    evidence_json: null,
    failure_json: null,
    decided_by: row.decided_by,
    queue_id: row.queue_id,
    parent: row.parent,
    tries: 0,
  }
}
