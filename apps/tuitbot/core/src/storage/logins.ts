import { findCursor, putCursor } from './cursors.js'
import { type Connection } from './database.js'

const NAME = 'login'

/** Which login an account has: another after each, and the same while its tokens are only renewed. */
export function findLoginMark(db: Connection, account: string): string | undefined {
  return findCursor(db, account, NAME)
}

export function putLoginMark(db: Connection, account: string, mark: string): void {
  putCursor(db, account, NAME, mark)
}
