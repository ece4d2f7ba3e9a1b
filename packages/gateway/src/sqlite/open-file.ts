import { type SqliteDatabase } from './driver.js'

/** What a store can do with its file as a whole, between transactions. */
export interface OpenFile {
  /** Brings what is committed into the file and empties the log; `false`: someone was reading or writing. */
  flush(): boolean
  close(): void
}

export function openFileOf(db: SqliteDatabase): OpenFile {
  return {
    flush() {
      const [row] = db.prepare('pragma wal_checkpoint(truncate)').all()
      return typeof row === 'object' && row !== null && Reflect.get(row, 'busy') === 0
    },
    close: () => db.close(),
  }
}
