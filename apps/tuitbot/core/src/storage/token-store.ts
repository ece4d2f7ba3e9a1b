import { type Connection, type Database, sql } from './database.js'
import { putLoginMark } from './logins.js'
import { type SecretBox } from './secret-box.js'
import { findSecret, putSecret, removeSecret } from './secrets.js'

/** A pair of tokens, as it comes. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly expiresAt: number
  readonly scopes: readonly string[]
}

/** A pair of tokens, as it is kept. */
export interface Login extends Grant {
  readonly version: number
  readonly obtainedAt: number
  readonly state: 'ok' | 'needs_login'
}

export interface LeaseWish {
  readonly version: number
  readonly owner: string
  readonly now: number
  readonly until: number
}

/** The tokens of accounts, sealed, with the lease that lets one process at a time renew a pair. */
export function createTokenStore(db: Database, box: SecretBox) {
  return {
    find: (account: string): Promise<Login | undefined> =>
      db.read((db) => findLogin(db, box, account)),

    replace: (account: string, grant: Grant, now: number): Promise<void> =>
      db.write((db) => {
        const [row] = db.all(versionOf(account))
        const version = (row?.version ?? 0) + 1
        const values = { account, version, ...toColumns(grant, now) }
        db.run(
          sql
            .insertInto('x_login')
            .values(values)
            .onConflict((conflict) => conflict.column('account').doUpdateSet(values)),
        )
        putTokens(db, box, account, grant)
        putLoginMark(db, account, String(version))
      }),

    takeLease: (account: string, { version, owner, now, until }: LeaseWish): Promise<boolean> =>
      db.write(
        (db) =>
          db.run(
            sql
              .updateTable('x_login')
              .set({ lease_owner: owner, lease_until: until })
              .where('account', '=', account)
              .where('version', '=', version)
              .where('state', '=', 'ok')
              .where('lease_until', '<=', now),
          ) === 1,
      ),

    releaseLease: (account: string, owner: string): Promise<void> =>
      db.write((db) => {
        db.run(
          sql
            .updateTable('x_login')
            .set({ lease_owner: null, lease_until: 0 })
            .where('account', '=', account)
            .where('lease_owner', '=', owner),
        )
      }),

    keepRenewed: (account: string, version: number, grant: Grant, now: number): Promise<boolean> =>
      db.write((db) => {
        // By version and not by lease: a pair that came late is still the only good one.
        const renewed = sql
          .updateTable('x_login')
          .set({ version: version + 1, ...toColumns(grant, now) })
          .where('account', '=', account)
          .where('version', '=', version)
        if (db.run(renewed) === 0) return false
        putTokens(db, box, account, grant)
        return true
      }),

    lapse: (account: string, version: number): Promise<void> =>
      db.write((db) => {
        db.run(
          sql
            .updateTable('x_login')
            .set({ state: 'needs_login', lease_owner: null, lease_until: 0 })
            .where('account', '=', account)
            .where('version', '=', version),
        )
      }),
  }
}

function findLogin(db: Connection, box: SecretBox, account: string): Login | undefined {
  const [row] = db.all(sql.selectFrom('x_login').selectAll().where('account', '=', account))
  const accessToken = row && findSecret(db, box, accessName(account))
  if (row === undefined || accessToken === undefined) return undefined
  const refreshToken = findSecret(db, box, refreshName(account))
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: row.expires_at,
    scopes: row.scopes.split(' ').filter((scope) => scope !== ''),
    version: row.version,
    obtainedAt: row.obtained_at,
    state: row.state,
  }
}

function putTokens(db: Connection, box: SecretBox, account: string, grant: Grant): void {
  putSecret(db, box, accessName(account), grant.accessToken)
  if (grant.refreshToken === undefined) removeSecret(db, refreshName(account))
  else putSecret(db, box, refreshName(account), grant.refreshToken)
}

function toColumns({ expiresAt, scopes }: Grant, now: number) {
  return {
    state: 'ok',
    expires_at: expiresAt,
    obtained_at: now,
    scopes: scopes.join(' '),
    lease_owner: null,
    lease_until: 0,
  } as const
}

function versionOf(account: string) {
  return sql.selectFrom('x_login').select('version').where('account', '=', account)
}

function accessName(owner: string) {
  return { owner, kind: 'x_access_token' }
}

function refreshName(owner: string) {
  return { owner, kind: 'x_refresh_token' }
}
