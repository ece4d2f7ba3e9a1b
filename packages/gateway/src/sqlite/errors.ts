import { StorageError, type StorageFailure } from '../store.js'

const FAILURES: ReadonlyMap<number, StorageFailure> = new Map([
  [5, 'busy'],
  [6, 'busy'],
  [8, 'read_only'],
  [11, 'corrupt'],
  [13, 'full'],
  [26, 'corrupt'],
])

/** What a driver threw, as one of the ways in which a database can fail. */
export function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown
  const failure = FAILURES.get(primaryCode(thrown) ?? 0) ?? 'unavailable'
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new StorageError(failure, `the gateway's database: ${said}`, { cause: thrown })
}

export function isBusy(thrown: unknown): boolean {
  return thrown instanceof StorageError && thrown.code === 'busy'
}

const CONSTRAINT = 19

/** A constraint has refused it, such as a unique index, and nothing else of its transaction. */
export function isRefused(thrown: unknown): boolean {
  return thrown instanceof StorageError && primaryCode(thrown.cause) === CONSTRAINT
}

/** The lowest byte of SQLite's code says what kind of failure it is. */
function primaryCode(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const code: unknown = Reflect.get(thrown, 'errcode')
  return typeof code === 'number' ? code & 0xff : undefined
}
