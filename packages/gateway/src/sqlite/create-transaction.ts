import { type CompiledQuery } from 'kysely'
import { type SqliteDatabase, type SqliteStatement } from './driver.js'
import { isRefused } from './errors.js'
import { createRecalledRows } from '../scripts/recalled-rows.js'
import { type SqlValue, type Statement } from '../scripts/statement.js'
import { corrupt, type Transaction } from '../scripts/transaction.js'
import { allOf, runOf } from './typed-driver.js'

/** What a connection keeps between its transactions. */
export interface OwnTransaction extends Transaction {
  /** Writes what was put off. */
  writeOut(): void
  /** Someone else has written: nothing that was recalled holds any more. */
  forgetRows(): void
  /** Something failed: no row holds, and no statement may be of any more use. */
  forget(): void
}

const MOST_PREPARED = 1_000

/** A transaction's statements are prepared once, until told to forget them. */
export function createTransaction(db: SqliteDatabase): OwnTransaction {
  const prepared = new Map<string, SqliteStatement>()
  const { rows: recalledRows, writeOut, forgetRows } = createRecalledRows()
  const prepare = (text: string): SqliteStatement => {
    const known = prepared.get(text)
    if (known) return known
    const made = db.prepare(text)
    // Applications may make up statements without end.
    if (prepared.size >= MOST_PREPARED) prepared.clear()
    prepared.set(text, made)
    return made
  }

  const all = <Params, Row>(statement: Statement<Params, Row>, params: Params): readonly Row[] => {
    const rows: unknown = allOf(prepare(statement.sql), statement.valuesOf(params))
    if (!Array.isArray(rows)) throw corrupt('a query gave no rows')
    // Typed by the schema that the migrations keep; what decides something is checked where it is read.
    return rows as Row[]
  }

  const rows = <Row>(query: CompiledQuery<Row>) =>
    // Typed by the tables of whoever has built it.
    allOf(prepare(query.sql), valuesOf(query)) as Row[]

  return {
    ...recalledRows,
    all,
    writeOut,
    forgetRows,
    forget() {
      forgetRows()
      prepared.clear()
    },
    find(statement, params) {
      const rows = all(statement, params)
      if (rows.length > 1) throw corrupt('a query for one row gave several')
      return rows[0]
    },
    run(statement, params) {
      return changesOf(runOf(prepare(statement.sql), statement.valuesOf(params)))
    },
    runUnless(isTaken, statement, params) {
      try {
        return changesOf(runOf(prepare(statement.sql), statement.valuesOf(params)))
      } catch (error) {
        if (isRefused(error) && isTaken()) return undefined
        throw error
      }
    },
    query: (query) => changesOf(runOf(prepare(query.sql), valuesOf(query))),
    select: (query) => rows(query.compile()),
    rows,
  }
}

/** Applications bind what SQLite takes; the driver refuses the rest. */
function valuesOf({ parameters }: CompiledQuery): readonly SqlValue[] {
  return parameters as readonly SqlValue[]
}

function changesOf(result: { readonly changes: number | bigint } | undefined): number {
  const changes = Number(result?.changes)
  if (!Number.isSafeInteger(changes) || changes < 0)
    throw corrupt('a change did not say what it did')
  return changes
}
