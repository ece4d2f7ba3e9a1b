import { mkdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { systemClock, type Clock } from '../clock.js'
import { type Store, StorageError } from '../store.js'
import { checkTimes, DEFAULT_TIMES, type Times } from '../times.js'
import { type SqliteDatabase } from './driver.js'
import { enterWal } from './enter-wal.js'
import { toStorageError } from './errors.js'
import { migrate, type MigrationPlan } from './migrate.js'
import { gatewayMigrations } from './migrations.js'
import { createEnv } from '../scripts/env.js'
import { openFileOf, type OpenFile } from './open-file.js'
import { createSqliteStore } from './sqlite-store.js'
import { typedDriver } from './typed-driver.js'
import { watchFile, type WatchedFile } from './watch-file.js'
import { createWriter, type Writer } from './writer.js'

export interface SqliteOptions {
  readonly clock?: Clock | undefined
  readonly times?: Times | undefined
  /**
   * Tables of the application's own in the same file, brought up to date with ours. No constraint of theirs may be deferred: what
   * is checked only at the commit fails all who share it.
   */
  readonly plans?: readonly MigrationPlan[] | undefined
  /** How a file is opened; `node:sqlite`'s `DatabaseSync` fits too. */
  readonly open?: ((path: string) => SqliteDatabase) | undefined
}

/** A store in one file, which several processes may share; and its writer, for an application's own transactions. */
export interface SqliteStore extends Store {
  readonly writer: Writer
}

const OPENING_MS = 10_000
const GATEWAY_PLAN: MigrationPlan = { table: 'gateway_migration', migrations: gatewayMigrations }

/** Opens a database file, or makes it, and brings its tables up to date. */
export function openSqlite(path: string, options: SqliteOptions = {}): SqliteStore {
  const { clock = systemClock, times = DEFAULT_TIMES, open = openFile } = options
  checkTimes(times)
  let opened: SqliteDatabase | undefined
  let watched: WatchedFile | undefined
  try {
    if (path !== ':memory:') refuseNetwork(path)
    opened = open(path)
    const db = typedDriver(opened)
    db.exec(`pragma busy_timeout = ${OPENING_MS}`)
    enterWal(db, OPENING_MS)
    // A commit that a power cut can undo would let something out that nobody knows of.
    db.exec('pragma synchronous = full')
    db.exec('pragma foreign_keys = on')
    // What undoes one call of a shared commit would else be a file.
    db.exec('pragma temp_store = memory')
    // A call writes some twenty pages: with SQLite's own 1000 every fiftieth would pay for a checkpoint. This many are 33 MB.
    db.exec('pragma wal_autocheckpoint = 8000')
    // Keys are spread over their whole index: with SQLite's own two megabytes each call would read some of it anew.
    db.exec('pragma cache_size = -16000')
    // What is deleted is gone from the file too.
    db.exec('pragma secure_delete = on')
    for (const plan of [GATEWAY_PLAN, ...(options.plans ?? [])]) migrate(db, plan)
    // From here on waiting is done without holding up the rest of the process.
    db.exec('pragma busy_timeout = 0')
    watched = watchFile(path)
    const writer = createWriter(db, {
      clock,
      busyMs: times.busy,
      lateMs: times.lateRecord,
      checkFile: watched.check,
    })
    const file = closingToo(openFileOf(db), watched)
    return { ...createSqliteStore(writer, createEnv(clock, times), file), writer }
  } catch (error) {
    // A connection that nobody has can still hold a lock.
    watched?.close()
    closeQuietly(opened)
    throw naming(path, toStorageError(error))
  }
}

function closingToo(file: OpenFile, watched: WatchedFile): OpenFile {
  return {
    tidy: file.tidy,
    close() {
      watched.close()
      file.close()
    },
  }
}

/** Whoever has several wants to know which. */
function naming(path: string, error: StorageError): StorageError {
  if (error.message.includes(path)) return error
  return new StorageError(error.code, `${path} cannot be opened: ${error.message}`, {
    cause: error,
  })
}

function closeQuietly(db: SqliteDatabase | undefined): void {
  try {
    db?.close()
  } catch {
    // What went wrong before says more.
  }
}

function openFile(path: string): SqliteDatabase {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  return new DatabaseSync(path)
}

/** NFS, SMB, CIFS, AFS and 9p, as Linux numbers them: their locks are not to be trusted with this. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x01021997])

function refuseNetwork(path: string): void {
  const folder = existing(dirname(path))
  if (!NETWORK.has(statfsSync(folder).type >>> 0)) return
  throw new StorageError(
    'unavailable',
    `${path} lies on a network file system, where SQLite's locks cannot be relied on; choose a local folder`,
  )
}

function existing(folder: string): string {
  try {
    statSync(folder)
    return folder
  } catch {
    const parent = dirname(folder)
    return parent === folder ? folder : existing(parent)
  }
}
