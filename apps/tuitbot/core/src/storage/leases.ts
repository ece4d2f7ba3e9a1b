import { type Connection, sql } from './database.js'

export interface LeaseClaim {
  readonly name: string
  readonly owner: string
  readonly now: number
  readonly until: number
}

/** Takes a job that only one process may do, or keeps it. `false`: another process has it. */
export function takeLease(db: Connection, { name, owner, now, until }: LeaseClaim): boolean {
  return (
    db.run(
      sql
        .insertInto('lease')
        .values({ name, owner, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, until })
            .where((eb) => eb.or([eb('lease.owner', '=', owner), eb('lease.until', '<=', now)])),
        ),
    ) === 1
  )
}

export function releaseLeases(db: Connection, owner: string): void {
  db.run(sql.deleteFrom('lease').where('owner', '=', owner))
}
