import { StorageError, type StorageFailure } from '../store.js'
import { MISTAKEN } from './write-function.js'

const FAILURES: ReadonlyMap<string, StorageFailure> = new Map([
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['53100', 'full'],
  ['25006', 'read_only'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
])

/** Two who waited for each other, of whom one was sent away: nothing was changed, and it can be tried again at once. */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01'])

const UNIQUE = '23505'

/** The server is going, coming or full; the classes of the connection itself begin with 08. */
const AWAY = /^(08...|57P0[123]|53300|25P03)$/

/** What the driver threw, as one of the ways in which a database can fail. */
export function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown
  const failure = FAILURES.get(codeOf(thrown) ?? '') ?? 'unavailable'
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new StorageError(failure, `the gateway's database: ${said}`, { cause: thrown })
}

/** Something is not as it was believed to be, or a key is someone else's: nothing was changed. */
export function isMistaken(error: unknown): boolean {
  const code = error instanceof StorageError ? codeOf(error.cause) : undefined
  return code === MISTAKEN || code === UNIQUE
}

export function isCollision({ cause }: StorageError): boolean {
  return COLLISIONS.has(codeOf(cause) ?? '')
}

/** Whether the connection is gone, or never was; what the server itself refuses has a code of five characters. */
export function isAway(error: StorageError): boolean {
  const { cause } = error
  if (error.code !== 'unavailable' || cause === undefined) return false
  const code = codeOf(cause)
  return code?.length === 5 && !code.startsWith('E') ? AWAY.test(code) : true
}

function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const code: unknown = Reflect.get(thrown, 'code')
  return typeof code === 'string' ? code : undefined
}

/** An answer says nothing of what it should: as good as none, and the connection is as good as gone. */
export function unclear(what: string): StorageError {
  return toStorageError(new Error(what))
}

/** To whoever asks after the end. */
export function closed(): StorageError {
  return new StorageError('closed', 'the gateway has been closed')
}
