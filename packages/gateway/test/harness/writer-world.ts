import { DatabaseSync } from '@photostructure/sqlite'
import { CompiledQuery } from 'kysely'
import { type SqliteDatabase } from '../../src/sqlite/driver.js'
import { typedDriver } from '../../src/sqlite/typed-driver.js'
import { createWriter, type Writer, type WriterOptions } from '../../src/sqlite/writer.js'

/** A writer on a small table, over a driver that fails when it is told to. */
export interface WriterWorld {
  readonly writer: Writer
  /** Every statement that was executed by text. */
  readonly said: string[]
  rows(): unknown[]
  fail: string | undefined
  errcode: number
  /** What the driver says it has done, and has not. */
  deaf: string | undefined
  /** What the driver says when it is asked whether others have written. */
  version: number | undefined
}

export function openWriter(options: Partial<WriterOptions> = {}): WriterWorld {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (n integer)')
  const said: string[] = []
  const world: Pick<WriterWorld, 'fail' | 'errcode' | 'deaf' | 'version'> = {
    fail: undefined,
    deaf: undefined,
    errcode: 5,
    version: 1,
  }
  const driver: SqliteDatabase = {
    get isTransaction() {
      return db.isTransaction
    },
    exec(sql) {
      said.push(sql)
      if (world.fail !== undefined && sql.startsWith(world.fail))
        throw Object.assign(new Error('it failed'), { errcode: world.errcode })
      if (sql !== world.deaf) db.exec(sql)
    },
    prepare(sql) {
      if (sql !== 'pragma data_version') return db.prepare(sql)
      const get = () => ({ data_version: world.version })
      return { get, all: () => [get()], run: () => ({ changes: 0 }) }
    },
    close: () => db.close(),
  }
  const clock = { now: () => Date.now(), elapsed: () => performance.now() }
  const writer = createWriter(typedDriver(driver), {
    clock,
    busyMs: 1_000,
    lateMs: 50,
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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
