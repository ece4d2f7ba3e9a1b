import { DatabaseSync } from '@photostructure/sqlite'
import { type SqliteDatabase, type SqliteStatement } from '../../src/sqlite/driver.js'

/** The ways in which a call of the driver goes wrong. */
export const FAULTS = [
  'busy',
  'ioerr',
  'full',
  'error',
  'slow',
  'empty',
  'garbage',
  'nonsense',
  'lost',
] as const

export type Fault = (typeof FAULTS)[number]

export interface FaultyDriver {
  open(path: string): SqliteDatabase
  /** From now on the n-th call goes wrong, and all after it where it is `lasting`. */
  arm(n: number, fault: Fault, lasting?: boolean): void
  /** The same, counting only calls that begin so. */
  armAt(prefix: string, n: number, fault: Fault): void
  disarm(): void
  /** What went wrong since it was armed. */
  readonly hits: readonly string[]
  /** Every call since it was armed. */
  readonly calls: readonly string[]
}

interface Armed {
  readonly n: number
  readonly fault: Fault
  readonly lasting: boolean
  readonly prefix: string
}

/** A driver that fails when it is told to, in every way that a driver can. */
export function faultyDriver(): FaultyDriver {
  let armed: Armed | undefined
  let calls: string[] = []
  let hits: string[] = []

  const through = <Value>(name: string, act: () => Value, wrong: Record<Silent, () => Value>) => {
    if (armed && !name.startsWith(armed.prefix)) return act()
    calls.push(name)
    const { length } = calls
    if (!armed || !(length === armed.n || (armed.lasting && length > armed.n))) return act()
    hits.push(name)
    switch (armed.fault) {
      case 'busy':
        throw sqliteError(5, 'database is locked')
      case 'ioerr':
        throw sqliteError(10, 'disk I/O error')
      case 'full':
        throw sqliteError(13, 'database or disk is full')
      case 'error':
        throw new Error('the driver is out of order')
      case 'lost':
        act()
        throw sqliteError(10, 'disk I/O error, after it was done')
      case 'slow':
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
        return act()
      case 'empty':
      case 'garbage':
      case 'nonsense':
        return wrong[armed.fault]()
    }
  }

  const wrapStatement = (sql: string, inner: SqliteStatement): SqliteStatement => ({
    all: (...values) =>
      through(`all ${sql}`, () => inner.all(...values), {
        empty: () => [],
        garbage: () => [{ nonsense: 1 }],
        nonsense: () => null as never,
      }),
    get: (...values) =>
      through(`get ${sql}`, () => inner.get(...values), {
        empty: () => undefined,
        garbage: () => ({ nonsense: 1 }),
        nonsense: () => null,
      }),
    run: (...values) =>
      through(`run ${sql}`, () => inner.run(...values), {
        empty: () => ({ changes: 0 }),
        garbage: () => ({ changes: 'many' as never }),
        nonsense: () => undefined as never,
      }),
  })

  return {
    get hits() {
      return hits
    },
    get calls() {
      return calls
    },
    arm(n, fault, lasting = false) {
      armed = { n, fault, lasting, prefix: '' }
      calls = []
      hits = []
    },
    armAt(prefix, n, fault) {
      armed = { n, fault, lasting: false, prefix }
      calls = []
      hits = []
    },
    disarm() {
      armed = undefined
    },
    open(path) {
      const db = new DatabaseSync(path)
      return {
        get isTransaction() {
          return db.isTransaction
        },
        exec: (sql) =>
          through<void>(sql, () => db.exec(sql), {
            empty: () => undefined,
            garbage: () => undefined,
            nonsense: () => undefined,
          }),
        prepare: (sql) =>
          through(`prepare ${sql}`, () => wrapStatement(sql, db.prepare(sql)), {
            empty: () => wrapStatement(sql, db.prepare('select 1 where 0')),
            garbage: () => ({ all: () => [7], get: () => 7, run: () => ({ changes: 7 }) }),
            nonsense: () => ({}) as never,
          }),
        close: () => db.close(),
      }
    },
  }
}

type Silent = 'empty' | 'garbage' | 'nonsense'

function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { errcode })
}
