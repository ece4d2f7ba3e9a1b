import { Pool, types, type PoolClient } from 'pg'
import { StorageError } from '../store.js'
import { type SqlValue, type Statement } from '../scripts/statement.js'
import { CommitLost } from './commit.js'
import { closed, isAway, toStorageError, unclear } from './errors.js'
import { textOf } from './text-of.js'

export interface Answer {
  readonly rows: readonly unknown[]
  /** How many rows it found or changed. */
  readonly count: number
  /** What the server says that it did. */
  readonly command: string
}

/** One connection, for as long as it is used. Queries that are not waited for one by one leave together. */
export interface Connection {
  query(sql: string, values?: readonly unknown[]): Promise<Answer>
  /** Prepared once on each connection. */
  prepared(name: string, sql: string, values: readonly unknown[]): Promise<Answer>
}

export interface Connections {
  /** Hands out a connection and takes it back; one that is in an unclear state is thrown away. */
  use<Value>(act: (connection: Connection) => Promise<Value>): Promise<Value>
  end(): Promise<void>
}

/** How the driver is asked. Nothing that it says is taken on trust. */
export type Drive = (query: DriverQuery) => Promise<unknown>

export interface DriverQuery {
  readonly name?: string
  readonly text: string
  readonly values?: unknown[]
}

export interface ConnectionOptions {
  readonly url: string
  /** How many there are at most. */
  readonly most: number
  /** How long a call waits for the database. */
  readonly busyMs: number
  /** Stands between a connection and its driver, each time that one is used. */
  readonly through?: ((drive: Drive) => Drive) | undefined
}

/** The server gives up a little before we do, so that an answer is heard rather than guessed. */
const GRACE_MS = 1_000
/** A process that is only slow is not asleep. */
const LEAST_IDLE_MS = 2_000

export function createConnections({
  url,
  most,
  busyMs,
  through = (drive) => drive,
}: ConnectionOptions): Connections {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: busyMs,
    statement_timeout: busyMs,
    lock_timeout: busyMs,
    // Who falls asleep inside a transaction must not keep the others waiting for longer than they wait.
    idle_in_transaction_session_timeout: Math.max(Math.ceil(busyMs / 2), LEAST_IDLE_MS),
    query_timeout: busyMs + GRACE_MS,
    keepAlive: true,
    application_name: 'armorer-gateway',
    // A plan that was made while a table was small is kept when it is not any more; and none is worth compiling.
    options: '-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan',
    pipeline: true,
    types: { getTypeParser },
  })
  // A connection that breaks while nobody uses it is replaced by the pool.
  pool.on('error', () => undefined)
  let isEnding = false
  let users = 0
  let onUnused: (() => void) | undefined

  const use: Connections['use'] = async (act) => {
    const client = await connect(pool)
    const forget = () => undefined
    client.on('error', forget)
    let broken = true
    try {
      const value = await act(connectionOf(through((query) => client.query(query))))
      broken = false
      return value
    } catch (error) {
      broken = error instanceof CommitLost || (error instanceof StorageError && isAway(error))
      throw error
    } finally {
      client.off('error', forget)
      client.release(broken || client.getTransactionStatus() !== 'I')
    }
  }

  return {
    async use(act) {
      if (isEnding) throw closed()
      users += 1
      try {
        return await use(act)
      } finally {
        users -= 1
        if (users === 0) onUnused?.()
      }
    },
    async end() {
      isEnding = true
      // A pool that ends forgets whoever waits for a connection.
      if (users > 0) await new Promise<void>((resolve) => (onUnused = resolve))
      await pool.end()
    },
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw toStorageError(error)
  }
}

function connectionOf(drive: Drive): Connection {
  const ask = async (query: DriverQuery): Promise<Answer> => {
    try {
      return toAnswer(await drive(query))
    } catch (error) {
      throw toStorageError(error)
    }
  }
  return {
    query: (text, values = []) => ask({ text, values: [...values] }),
    prepared: (name, text, values) => ask({ name, text, values: [...values] }),
  }
}

function toAnswer(said: unknown): Answer {
  // Two statements in one query are answered one by one, and nobody asks for the first.
  const last: unknown = Array.isArray(said) ? said.at(-1) : said
  const { rows, rowCount, command } = Object(last) as Partial<Record<string, unknown>>
  const count = rowCount ?? 0
  if (!Array.isArray(rows) || typeof count !== 'number' || typeof command !== 'string')
    throw unclear('the driver gave an answer that is none')
  return { rows, count, command }
}

/** What a statement finds or changes. */
export function execute<Params>(
  connection: Connection,
  statement: Statement<Params, unknown>,
  params: Params,
): Promise<Answer> {
  const { name, sql, names } = textOf(statement)
  // The parameters of a statement are named by its type.
  const values = params as Readonly<Record<string, SqlValue>>
  return connection.prepared(
    name,
    sql,
    names.map((parameter) => values[parameter] ?? null),
  )
}

const { INT8, NUMERIC } = types.builtins

/** Counts and times come as text, since they could be larger than a number holds; ours are not, and one that is is no number. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === INT8 || oid === NUMERIC ? toNumber : types.getTypeParser(oid, format)

function toNumber(text: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : Number.NaN
}
