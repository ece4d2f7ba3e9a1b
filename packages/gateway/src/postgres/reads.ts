import { type CompiledQuery } from 'kysely'
import { createRecalledRows } from '../sqlite/recalled-rows.js'
import { type Statement } from '../sqlite/statement.js'
import { corrupt, type Transaction } from '../sqlite/transaction.js'
import { type Connection } from './connection.js'
import { createKnown, Unread, type Known } from './known.js'
import { timeOf } from './locks.js'
import { type Question } from './question.js'
import { compileQuery } from './text-of.js'

export type Reader<Value> = (tx: Transaction, now: number) => Value

/** A reader, and what it is going to read, as far as that is known. */
export interface Reading {
  readonly reader: Reader<unknown>
  readonly reads: readonly Question[]
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: unknown }) => void
}

/** Reads that share a transaction: all of them see one and the same state, and what several want to know is asked once a trip. */
export async function readTogether(
  connection: Connection,
  readings: readonly Reading[],
): Promise<void> {
  const known = createKnown()
  const [, clock] = await Promise.all([
    connection.query('begin isolation level repeatable read read only'),
    connection.prepared('gateway_now', 'select gateway_now() as at', []),
    known.learn(
      connection,
      readings.flatMap(({ reads }) => reads),
    ),
  ])
  const now = timeOf(clock)
  const tx = readOnly(known)
  let waiting = readings
  while (waiting.length > 0) {
    const unread: Question[] = []
    waiting = waiting.filter(({ reader, settle }) => {
      try {
        settle({ value: reader(tx, now) })
        return false
      } catch (error) {
        if (!(error instanceof Unread)) {
          settle({ error })
          return false
        }
        unread.push(error.question)
        return true
      }
    })
    await known.learn(connection, unread)
  }
  await connection.query('rollback')
}

function readOnly(known: Known): Transaction {
  const refuse = (): never => {
    throw new TypeError('a reader does not write')
  }
  return {
    ...createRecalledRows().rows,
    all: known.rows,
    find<Params, Row>(statement: Statement<Params, Row>, params: Params) {
      const rows = known.rows(statement, params)
      if (rows.length > 1) throw corrupt('a query for one row gave several')
      return rows[0]
    },
    select: (query) => known.found(compileQuery(query)),
    rows: <Row>(query: CompiledQuery<Row>) => known.found(query),
    run: refuse,
    query: refuse,
  }
}
