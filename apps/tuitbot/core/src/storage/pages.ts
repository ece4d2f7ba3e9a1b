import { findCursor, putCursor } from './cursors.js'
import { type Connection } from './database.js'

const NAME = 'page'

/** Where the page of an account was last served, for processes that only print its address. */
export function findPageUrl(db: Connection, account: string): string | undefined {
  return findCursor(db, account, NAME)
}

export function putPageUrl(db: Connection, account: string, url: string): void {
  putCursor(db, account, NAME, url)
}
