import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type Session = Selectable<Tables['session']>

/** Keeps a session, and lets go of those that are over. */
export function addSession(db: Connection, session: Session): void {
  db.run(sql.deleteFrom('session').where('expires_at', '<=', session.created_at))
  db.run(sql.insertInto('session').values(session))
}

export function findSession(db: Connection, hash: string): Session | undefined {
  return db.all(sql.selectFrom('session').selectAll().where('hash', '=', hash))[0]
}

export function touchSession(db: Connection, hash: string, seenAt: number): void {
  db.run(sql.updateTable('session').set({ seen_at: seenAt }).where('hash', '=', hash))
}

export function removeSession(db: Connection, hash: string): void {
  db.run(sql.deleteFrom('session').where('hash', '=', hash))
}
