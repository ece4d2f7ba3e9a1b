import { type SqliteDatabase, type SqliteStatement } from './driver.js'
import { toStorageError } from './errors.js'

/**
 * The same connection, each of whose failures says what kind it is; its statements are run by the functions below. What a script
 * throws by itself is left as it is.
 */
export function typedDriver(db: SqliteDatabase): SqliteDatabase {
  return {
    get isTransaction() {
      return db.isTransaction
    },
    exec: (sql) => attempt(() => db.exec(sql)),
    prepare: (sql) => attempt(() => db.prepare(sql)),
    close: () => db.close(),
  }
}

// Spelled out, and not around each statement: every call comes by here some twenty times.

/** What a statement finds. */
export function allOf(statement: SqliteStatement, values: Values = []): unknown[] {
  try {
    return statement.all(...values)
  } catch (error) {
    throw toStorageError(error)
  }
}

/** The first of what a statement finds: where there is only one, that takes a third of the time. */
export function firstOf(statement: SqliteStatement): unknown {
  try {
    return statement.get()
  } catch (error) {
    throw toStorageError(error)
  }
}

/** What a statement has changed. */
export function runOf(
  statement: SqliteStatement,
  values: Values,
): ReturnType<typeof statement.run> {
  try {
    return statement.run(...values)
  } catch (error) {
    throw toStorageError(error)
  }
}

type Values = ReadonlyArray<string | number | null>

function attempt<Value>(act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    throw toStorageError(error)
  }
}
