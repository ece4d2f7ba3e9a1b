import { findCursor, putCursor } from './cursors.js'
import { type Connection } from './database.js'

/** An agent that reads for an account. */
export interface Reader {
  readonly account: string
  readonly id: string
}

/** When an agent last read what strangers wrote. */
export function findLastReading(db: Connection, { account, id }: Reader): number | undefined {
  const at = findCursor(db, account, nameOf(id))
  return at === undefined ? undefined : Number(at)
}

export function putLastReading(db: Connection, { account, id }: Reader, at: number): void {
  putCursor(db, account, nameOf(id), String(at))
}

function nameOf(id: string): string {
  return `reading:${id}`
}
