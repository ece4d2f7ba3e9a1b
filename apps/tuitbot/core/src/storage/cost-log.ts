import { sql as sqlText } from 'kysely'
import { type Connection, type Database, sql } from './database.js'

interface Row {
  readonly at: number
  readonly account: string
  readonly endpoint: string
  readonly method: string
  readonly status: number
  readonly microUsd: number
  readonly charges: readonly Charge[]
}

interface Charge {
  readonly key: string
  readonly microUsd: number
}

export interface CostLogOptions {
  /** Told when rows could not be kept. */
  readonly onError: (error: unknown) => void
}

/** What calls cost, written behind the calls: rows that come together are written together. */
export function createCostLog(db: Database, { onError }: CostLogOptions) {
  let waiting: Row[] = []
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    try {
      await db.write((db) => {
        for (const { microUsd, charges, ...row } of rows) {
          const again = charges.filter(({ key }) => !pay(db, dayOf(row.at), key))
          const micro_usd = again.reduce((rest, charge) => rest - charge.microUsd, microUsd)
          const objects = charges.length - again.length
          db.run(sql.insertInto('x_cost').values({ ...row, micro_usd, objects }))
        }
        const latest = rows.at(-1)
        if (latest) forget(db, latest)
      })
    } catch (error) {
      onError(error)
    }
  }

  return {
    record(row: Row): void {
      waiting.push(row)
      if (waiting.length === 1) writing = writing.then(writeAll)
    },
    /** Resolves when everything recorded so far is kept. */
    async flush(): Promise<void> {
      await writing
    },
  }
}

/** X charges an object once in a UTC day: whether this is the first time. */
function pay(db: Connection, day: string, object: string): boolean {
  const paid = sql.insertInto('x_paid').values({ day, object })
  return db.run(paid.onConflict((conflict) => conflict.doNothing())) > 0
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Longer than three months, whichever they are. */
const KEPT_MS = 100 * DAY_MS

/** Lets go of sums that nobody asks for any more. Yesterday's objects stay: another clock may be a little behind. */
function forget(db: Connection, { account, at }: Row): void {
  db.run(
    sql
      .deleteFrom('x_cost')
      .where('account', '=', account)
      .where('at', '<', at - KEPT_MS),
  )
  db.run(sql.deleteFrom('x_paid').where('day', '<', dayOf(at - DAY_MS)))
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export interface Spend {
  readonly day: string
  readonly endpoint: string
  readonly calls: number
  readonly failed: number
  readonly microUsd: number
}

/** What an account has spent since a moment, by UTC day and endpoint. */
export function listSpend(db: Database, account: string, since: number): Promise<readonly Spend[]> {
  return db.read((db) => {
    const rows = db.all(
      sql
        .selectFrom('x_cost')
        .select((row) => [
          row.fn<string>('date', [row('at', '/', row.lit(1000)), row.val('unixepoch')]).as('day'),
          'endpoint',
          row.fn.countAll<number>().as('calls'),
          row.fn.sum<number>(sqlText<number>`status not between 200 and 299`).as('failed'),
          row.fn.sum<number>('micro_usd').as('microUsd'),
        ])
        .where('account', '=', account)
        .where('at', '>=', since)
        .groupBy(['day', 'endpoint'])
        .orderBy('day')
        .orderBy('endpoint'),
    )
    return rows
  })
}

/** Everything that an account has spent since a moment, in millionths of a dollar. */
export async function sumSpend(db: Database, account: string, since: number): Promise<number> {
  const spend = await listSpend(db, account, since)
  return spend.reduce((sum, { microUsd }) => sum + microUsd, 0)
}
