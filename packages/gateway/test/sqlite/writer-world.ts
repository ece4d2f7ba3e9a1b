import { DatabaseSync } from '@photostructure/sqlite'
import { CompiledQuery } from 'kysely'
import { type SqliteDatabase } from '../../src/sqlite/driver.js'
import { typedDriver } from '../../src/sqlite/typed-driver.js'
import { createWriter, type Writer, type WriterOptions } from '../../src/sqlite/writer.js'

export interface World {
  readonly writer: Writer
  /** Every statement that was executed by text. */
  readonly said: string[]
  rows(): unknown[]
  fail: string | undefined
  errcode: number
}

/** A writer, and what it said to its database. */
export function open(options: Partial<WriterOptions> = {}): World {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (n integer)')
  const said: string[] = []
  const world: Pick<World, 'fail' | 'errcode'> = { fail: undefined, errcode: 5 }
  const driver: SqliteDatabase = {
    get isTransaction() {
      return db.isTransaction
    },
    exec(sql) {
      said.push(sql)
      if (world.fail !== undefined && sql.startsWith(world.fail))
        throw Object.assign(new Error('it failed'), { errcode: world.errcode })
      db.exec(sql)
    },
    prepare: (sql) => db.prepare(sql),
    close: () => db.close(),
  }
  const clock = { now: () => Date.now(), elapsed: () => performance.now() }
  const writer = createWriter(typedDriver(driver), {
    clock,
    busyMs: 1_000,
    lateMs: 50,
    countCalls: () => 0,
    checkFile: () => undefined,
    ...options,
  })
  const rows = () =>
    db
      .prepare('select n from t')
      .all()
      .map((row) => Object.values(row as object)[0])
  return Object.assign(world, { writer, said, rows })
}

export function insert(n: number): CompiledQuery {
  return CompiledQuery.raw('insert into t values (?)', [n])
}
