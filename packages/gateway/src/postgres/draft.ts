import { type CompiledQuery } from 'kysely'
import { addLink, findAccount, saveAccount } from '../scripts/chain.js'
import { findSettleable, settleIntent } from '../scripts/complete.js'
import { findControl } from '../scripts/control.js'
import { holderOfFingerprint, holderOfKey } from '../scripts/holders.js'
import { addIntent, type NewRow } from '../scripts/insert-intent.js'
import { findBound } from '../scripts/intents.js'
import { findPolicy } from '../scripts/policies.js'
import { createRecalledRows } from '../scripts/recalled-rows.js'
import { addUse, deleteUses, forgetUses, sumUses } from '../scripts/reserve.js'
import { type Statement } from '../scripts/statement.js'
import { type AccountTable } from '../scripts/tables.js'
import { type Transaction } from '../scripts/transaction.js'
import { type Known } from './known.js'

type ParamsOf<S> = S extends { readonly types?: { readonly params: infer Params } } ? Params : never

/** What a batch has changed, table by table, to be written all at once. */
export interface Changes {
  /** The accounts from which it was worked out, as they were. */
  readonly read: Map<string, AccountTable>
  /** Whether it was worked out from what holds for all. */
  readsControl: boolean
  readonly intents: NewRow[]
  readonly settled: Array<ParamsOf<typeof settleIntent>>
  readonly links: Array<ParamsOf<typeof addLink>>
  readonly accounts: Map<string, AccountTable>
  readonly uses: Array<ParamsOf<typeof addUse>>
  readonly forgotten: Array<ParamsOf<typeof forgetUses>>
  readonly released: string[]
  readonly queries: CompiledQuery[]
}

export interface Draft {
  readonly tx: Transaction
  readonly changes: Changes
  /** All scripts have run: what they have put off is a change too. */
  end(): void
}

/** A script has come to something that only the database itself can do: it needs a transaction of its own. */
class Beyond extends Error {}

/**
 * A transaction in memory, for what is done most: its scripts read what was read before under the locks of the batch, and what
 * those before them have changed; and their own changes are kept to be written together.
 */
export function createDraft(known: Known): Draft {
  const changes: Changes = {
    read: new Map(),
    readsControl: false,
    intents: [],
    settled: [],
    links: [],
    accounts: new Map(),
    uses: [],
    forgotten: [],
    released: [],
    queries: [],
  }
  const drafting = { known, changes }
  const act = <Params>(statement: Statement<Params, unknown>, params: Params): Outcome => {
    const found = ACTS.get(statement)
    if (!found) throw new Beyond()
    // It was registered for this very statement.
    return found(drafting, params as never)
  }
  const { rows: recalled, writeOut } = createRecalledRows()
  const tx: Transaction = {
    ...recalled,
    all: <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
      act(statement, params).rows as readonly Row[],
    find: <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
      act(statement, params).rows[0] as Row | undefined,
    run: (statement, params) => act(statement, params).count,
    runUnless: (isTaken, statement, params) =>
      isTaken() ? undefined : act(statement, params).count,
    query(query) {
      changes.queries.push(query)
      return 1
    },
    select() {
      throw new Beyond()
    },
    rows() {
      throw new Beyond()
    },
  }
  return { tx, changes, end: writeOut }
}

interface Drafting {
  readonly known: Known
  readonly changes: Changes
}

interface Outcome {
  readonly rows: readonly unknown[]
  readonly count: number
}

/** What becomes of a statement in a draft; what is not here is beyond it. */
const ACTS = new Map<object, (drafting: Drafting, params: never) => Outcome>()

function on<Params>(
  statement: Statement<Params, unknown>,
  act: (drafting: Drafting, params: Params) => Outcome,
): void {
  ACTS.set(statement, act)
}

function found(rows: readonly unknown[]): Outcome {
  return { rows, count: 1 }
}

function done(count = 1): Outcome {
  return { rows: [], count }
}

function accountOf({ known, changes }: Drafting, name: string): AccountTable {
  const row = known.account(name)
  changes.read.set(name, row)
  return row
}

on(findControl, ({ known, changes }, params) => {
  changes.readsControl = true
  return found(known.rows(findControl, params))
})
on(findPolicy, ({ known }, params) => found(known.rows(findPolicy, params)))
on(findAccount, (drafting, { account }) =>
  found([drafting.changes.accounts.get(account) ?? accountOf(drafting, account)]),
)
on(saveAccount, (drafting, { account, at, seq, head, failures, probation }) => {
  const saved = { seq, head, seen_at: at, failures, probation }
  drafting.changes.accounts.set(account, { ...accountOf(drafting, account), ...saved })
  return done()
})
on(addLink, ({ changes }, link) => {
  changes.links.push(link)
  return done()
})

on(holderOfKey, ({ known }, sought) => found(known.rows(holderOfKey, sought)))
on(holderOfFingerprint, ({ known }, sought) => found(known.rows(holderOfFingerprint, sought)))
on(addIntent, ({ known, changes }, row) => {
  if (changes.intents.some((other) => clashes(other, row))) throw new Beyond()
  if (row.slot_held || known.isHeld(row)) return done(0)
  changes.intents.push(row)
  return done()
})

on(findSettleable, ({ known, changes }, sought) => {
  if (changes.settled.some(({ id }) => id === sought.id)) throw new Beyond()
  return found(known.rows(findSettleable, sought))
})
on(findBound, ({ known, changes }, sought) => {
  if (changes.settled.some(({ external_id: id }) => id === sought.externalId)) throw new Beyond()
  return found(known.rows(findBound, sought))
})
on(settleIntent, ({ changes }, row) => {
  changes.settled.push(row)
  return done()
})

on(sumUses, ({ known, changes }, { account, dimension, since }) => {
  const [sum] = known.rows(sumUses, { account, dimension, since })
  const added = changes.uses
    .filter((use) => use.account === account && use.dimension === dimension && use.at > since)
    .reduce((total, { amount }) => total + amount, 0)
  return found([{ used: Number(sum?.used) + added }])
})
on(addUse, ({ changes }, use) => {
  changes.uses.push(use)
  return done()
})
on(forgetUses, ({ changes }, window) => {
  changes.forgotten.push(window)
  return done()
})
on(deleteUses, ({ changes }, { intent }) => {
  if (changes.uses.some((use) => use.intent === intent)) throw new Beyond()
  changes.released.push(intent)
  return done()
})

/** The same content or key twice in one batch. */
function clashes(other: NewRow, row: NewRow): boolean {
  if (other.account !== row.account) return false
  const byKey = row.client_key !== null && other.client_key === row.client_key
  return byKey || other.fingerprint === row.fingerprint
}
