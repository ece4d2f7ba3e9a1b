import { type Compilable, type CompiledQuery } from 'kysely'
import { StorageError } from '../store.js'
import { type RecalledRows } from './recalled-rows.js'
import { type Statement } from './statement.js'

/** Runs statements on one connection. All of it is synchronous, so nothing can come between. */
export interface Transaction extends RecalledRows {
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): readonly Row[]
  /** The one row, or none; more than one is a database that is not ours. */
  find<Params, Row>(statement: Statement<Params, Row>, params: Params): Row | undefined
  /** How many rows it changed. */
  run<Params>(statement: Statement<Params, unknown>, params: Params): number
  /** The same where another row may be in its way: `undefined` if it is. It is asked for where no index says so by itself. */
  runUnless<Params>(
    isTaken: () => boolean,
    statement: Statement<Params, unknown>,
    params: Params,
  ): number | undefined
  /** What a query finds that is built anew each time. */
  select<Row>(query: Compilable<Row>): readonly Row[]
  /** A change of the application's own. */
  query(query: CompiledQuery): number
  /** What a query of the application's own finds, or what its change returns. */
  rows<Row>(query: CompiledQuery<Row>): readonly Row[]
}

/** A change that must touch exactly one row. */
export function runOnce<Params>(
  tx: Transaction,
  statement: Statement<Params, unknown>,
  params: Params,
): void {
  const changed = tx.run(statement, params)
  if (changed !== 1) throw corrupt(`a change of one row touched ${changed}`)
}

export function corrupt(message: string): StorageError {
  return new StorageError('corrupt', `the gateway's database is not as it should be: ${message}`)
}
