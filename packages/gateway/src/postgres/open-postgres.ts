import { systemClock, type Clock } from '../clock.js'
import { type Store } from '../store.js'
import { checkTimes, DEFAULT_TIMES, type Times } from '../times.js'
import { createEnv } from '../scripts/env.js'
import { type MigrationPlan } from '../sqlite/migrate.js'
import { createConnections } from './connection.js'
import { migrate } from './migrate.js'
import { postgresMigrations } from './migrations.js'
import { createPostgresStore } from './postgres-store.js'
import { createWriter, type Writer } from './writer.js'

export interface PostgresOptions {
  readonly times?: Times | undefined
  /** Tables of the application's own in the same database, brought up to date with ours. */
  readonly plans?: readonly MigrationPlan[] | undefined
  /** How many connections this process opens at most. */
  readonly connections?: number | undefined
  /** By what it measures how long something takes. The time itself is the database's. */
  readonly clock?: Clock | undefined
}

/** A store in one database, which any number of machines may share; and its writer, for an application's own transactions. */
export interface PostgresStore extends Store {
  readonly writer: Writer
}

const CONNECTIONS = 4
const OPENING_MS = 10_000
const GATEWAY_PLAN: MigrationPlan = { table: 'gateway_migration', migrations: postgresMigrations }

/** Opens a database by its address, `postgres://…`, and brings its tables up to date. Times are those of the database. */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<PostgresStore> {
  const {
    times = DEFAULT_TIMES,
    connections: most = CONNECTIONS,
    plans = [],
    clock = systemClock,
  } = options
  checkTimes(times)
  if (!(Number.isSafeInteger(most) && most > 0)) {
    throw new RangeError(`connections must be a whole number of at least 1, not ${most}`)
  }
  const opening = createConnections({ url, most: 1, busyMs: OPENING_MS })
  try {
    await opening.use(async (connection) => {
      for (const plan of [GATEWAY_PLAN, ...plans]) await migrate(connection, plan)
    })
  } finally {
    await opening.end()
  }
  const connections = createConnections({ url, most, busyMs: times.busy })
  const env = createEnv(clock, times)
  const writer = createWriter({ connections, env, lanes: Math.ceil(most / 2) })
  return { ...createPostgresStore(writer, env), writer }
}
