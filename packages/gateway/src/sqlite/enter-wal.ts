import { isBusy } from './errors.js'
import { type SqliteDatabase } from './driver.js'

const BETWEEN_MS = 5

/**
 * Puts a file into WAL mode. Two that do so with the same new file at once stand in each other's way, and SQLite tells
 * one of them so at once, whatever its busy timeout, so the waiting is done here.
 */
export function enterWal(db: SqliteDatabase, waitMs: number): void {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return db.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_MS)
    }
  }
}
