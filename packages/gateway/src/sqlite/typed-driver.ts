import { type SqliteDatabase } from './driver.js'
import { toStorageError } from './errors.js'

/** The same connection, each of whose failures says what kind it is. What a script throws by itself is left as it is. */
export function typedDriver(db: SqliteDatabase): SqliteDatabase {
  return {
    get isTransaction() {
      return db.isTransaction
    },
    exec: (sql) => attempt(() => db.exec(sql)),
    prepare(sql) {
      const statement = attempt(() => db.prepare(sql))
      return {
        // Spelled out, since every call goes through here some twenty times.
        all(...values) {
          try {
            return statement.all(...values)
          } catch (error) {
            throw toStorageError(error)
          }
        },
        run(...values) {
          try {
            return statement.run(...values)
          } catch (error) {
            throw toStorageError(error)
          }
        },
      }
    },
    close: () => db.close(),
  }
}

function attempt<Value>(act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    throw toStorageError(error)
  }
}
