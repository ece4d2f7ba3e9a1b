import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { DEFAULT_TIMES, systemClock, type Clock, type Store, type Times } from '../src/index.js'
import { openPostgres } from '../src/postgres/index.js'
import { openSqlite } from '../src/sqlite/index.js'
import { CREW_TIMES } from './attacks-rules.js'
import { createDatabase } from './harness/postgres-databases.js'
import { scratchFolder } from './harness/scratch-folder.js'
import { handClock } from './harness/small-world.js'

/** A fresh database, its time, and a way past everyone who uses it properly. */
export interface Ground {
  /** A path, or `postgres://…`. */
  readonly address: string
  readonly times: Times
  readonly clock: Clock
  openStore(): Promise<Store>
  /** Time goes by. */
  wait(ms: number): Promise<void>
  /** Writes over what is kept of an intent. */
  rewrite(intent: string, argsJson: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Either time stands still until it is told, or it is the machine's own and everything has a quicker pace. */
export type Pace = 'still' | 'quick'

export type OpenGround = (pace: Pace) => Promise<Ground>

export const sqliteGround: OpenGround = async (pace) => {
  const folder = scratchFolder('attacks-')
  const address = join(folder, 'gateway.db')
  const { advance, ...still } = handClock()
  const [clock, times] =
    pace === 'still' ? ([still, DEFAULT_TIMES] as const) : ([systemClock, CREW_TIMES] as const)
  return {
    address,
    times,
    clock,
    openStore: async () => openSqlite(address, { clock, times }),
    wait: async (ms) => (pace === 'still' ? advance(ms) : pause(ms)),
    async rewrite(intent, argsJson) {
      const db = new DatabaseSync(address)
      db.exec('pragma busy_timeout = 10000')
      db.prepare('update gateway_intent set args_json = ? where id = ?').run(argsJson, intent)
      db.close()
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Grounds on a server of Postgres. Its time is the database's: to hold it still is to put another clock into the database. */
export function postgresGround(server: string): OpenGround {
  return async (pace) => {
    const { url, beside, [Symbol.asyncDispose]: drop } = await createDatabase(server)
    const { advance, ...still } = handClock()
    const [clock, times] =
      pace === 'still' ? ([still, DEFAULT_TIMES] as const) : ([systemClock, CREW_TIMES] as const)
    await (await openPostgres(url, { times })).close()
    let turn: Promise<unknown> = Promise.resolve()
    const inTurn = async (sql: string, values: unknown[]) => {
      turn = turn.then(() => beside.query(sql, values))
      await turn
    }
    if (pace === 'still') {
      await beside.query('create table hand_clock (ms bigint not null)')
      await beside.query('insert into hand_clock values ($1)', [still.now()])
      await beside.query(
        `create or replace function gateway_now() returns bigint language sql as 'select ms from hand_clock'`,
      )
    }
    return {
      address: url,
      times,
      clock,
      openStore: () => openPostgres(url, { times }),
      async wait(ms) {
        if (pace === 'quick') return pause(ms)
        advance(ms)
        await inTurn('update hand_clock set ms = ms + $1', [ms])
      },
      rewrite: (intent, argsJson) =>
        inTurn('update gateway_intent set args_json = $1 where id = $2', [argsJson, intent]),
      [Symbol.asyncDispose]: drop,
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
