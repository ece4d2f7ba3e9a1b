import { type Transaction } from '../sqlite/transaction.js'
import { type Connection } from './connection.js'
import { replay } from './replay.js'
import { answer } from './transact.js'

export type Reader<Value> = (tx: Transaction, now: number) => Value

export type Read = { readonly value: unknown } | { readonly error: unknown }

/** Reads that share a transaction: all of them see one and the same state. */
export async function readTogether(
  connection: Connection,
  readers: ReadonlyArray<Reader<unknown>>,
): Promise<readonly Read[]> {
  const [, now] = await Promise.all([
    connection.query('begin isolation level repeatable read read only'),
    connection.prepared('gateway_now', 'select gateway_now() as at', []),
  ])
  const at = Number(Reflect.get(Object(now.rows[0]), 'at'))
  const reads = await Promise.all(
    readers.map((reader) =>
      replay(
        (tx) => reader(tx, at),
        (step) => answer(connection, step),
      ).then(
        (value): Read => ({ value }),
        (error: unknown): Read => ({ error }),
      ),
    ),
  )
  await connection.query('rollback')
  return reads
}
