import { type CompiledQuery } from 'kysely'
import { createRecalledRows } from '../scripts/recalled-rows.js'
import { type Statement } from '../scripts/statement.js'
import { corrupt, type Transaction } from '../scripts/transaction.js'
import { type Beliefs } from './beliefs.js'
import { type Connection } from './connection.js'
import { createKnown, Unread, type Known } from './known.js'
import { timeOf } from './locks.js'
import { lookAround } from './look-around.js'
import { type Question } from './question.js'
import { compileQuery } from './text-of.js'

/** Reads; the time is asked for only where it matters. */
export type Reader<Value> = (tx: Transaction, now: () => number) => Value

/** A reader, and what it is going to read, as far as that is known. */
export interface Reading {
  readonly reader: Reader<unknown>
  readonly reads: readonly Question[]
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: unknown }) => void
}

/**
 * Reads that share a transaction: all of them see one and the same state. Those who have said what they are going to read, and
 * need no more, need no transaction either: that is one trip.
 */
export async function readTogether(
  connection: Connection,
  readings: readonly Reading[],
  beliefs: Beliefs,
): Promise<void> {
  const questions = readings.flatMap(({ reads }) => reads)
  const isForetold = readings.every(({ reads }) => reads.length > 0)
  const around = isForetold ? await lookAround(connection, questions) : undefined
  if (!around) return readInTransaction(connection, createKnown(), readings)
  beliefs.see(around.seen)
  const known = createKnown()
  for (const { question, rows } of around.answered) known.keep(question, rows)
  const { waiting } = settleAll(readings, known, around.seen.at)
  if (waiting.length > 0) await readInTransaction(connection, createKnown(), waiting)
}

async function readInTransaction(
  connection: Connection,
  known: Known,
  readings: readonly Reading[],
): Promise<void> {
  const [, clock] = await Promise.all([
    connection.query('begin isolation level repeatable read read only'),
    connection.prepared('gateway_now', 'select gateway_now() as at', []),
    known.learn(
      connection,
      readings.flatMap(({ reads }) => reads),
    ),
  ])
  const now = timeOf(clock)
  let { waiting, unread } = settleAll(readings, known, now)
  while (waiting.length > 0) {
    await known.learn(connection, unread)
    ;({ waiting, unread } = settleAll(waiting, known, now))
  }
  await connection.query('rollback')
}

/** Runs those that can be run; says who has to wait, and for what. */
function settleAll(readings: readonly Reading[], known: Known, at: number) {
  const tx = readOnly(known)
  const unread: Question[] = []
  const waiting = readings.filter(({ reader, settle }) => {
    try {
      settle({ value: reader(tx, () => at) })
      return false
    } catch (error) {
      if (error instanceof Unread) unread.push(error.question)
      else settle({ error })
      return error instanceof Unread
    }
  })
  return { waiting, unread }
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
    runUnless: refuse,
    query: refuse,
  }
}
