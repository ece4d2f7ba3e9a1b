import { type Clock } from '../clock.js'
import { type Transaction } from '../scripts/transaction.js'
import { asError } from '../thrown.js'
import { StorageError } from '../store.js'
import { type SqliteDatabase } from './driver.js'
import { isBusy, toStorageError } from './errors.js'
import { createTransaction } from './create-transaction.js'
import { firstOf } from './typed-driver.js'

/** Part of a transaction: synchronous, undone as a whole when it throws, and perhaps run again when another of its batch has. */
export type Script<Value> = (tx: Transaction) => Value

/**
 * With the next turn of the event loop, which others may come with; the same, before what is not urgent, and after what is and was
 * there first; or as soon as so many wait, for who knows how many will come.
 */
export type When = 'soon' | 'urgent' | (() => number)

/** The one way to write: scripts that are waiting at the same time share a commit. */
export interface Writer {
  write<Value>(script: Script<Value>, when?: When): Promise<Value>
  /** Rides with the next commit, at the latest after a while of its own. Nobody waits for it; what is not written is dropped. */
  writeLazily(script: Script<void>, onDrop?: () => void): void
  /** Reads what is committed, all of it at one moment. */
  read<Value>(script: Script<Value>): Promise<Value>
  /** The same for what may as well be read moment by moment, which is quicker. */
  glance<Value>(script: Script<Value>): Promise<Value>
  /** Takes nothing more, writes what waits, and then no more. */
  end(): Promise<void>
}

export interface WriterOptions {
  readonly clock: Clock
  readonly busyMs: number
  readonly lateMs: number
  /** Throws if the file under the connection is not the one that was opened. */
  readonly checkFile: () => void
}

interface Job {
  readonly run: Script<unknown>
  readonly settle: (outcome: Settled) => void
  readonly since: number
  readonly urgent: boolean
}

interface LazyJob {
  readonly run: Script<void>
  readonly drop: () => void
}

type Settled = { readonly value: unknown } | { readonly error: unknown }

const MOST_PER_COMMIT = 128
/** While others write too, every commit is followed by a pause, in which one of them gets its turn. */
const TURN_MS = 1
/** So long commits in a row do not wait for the event loop; then it has its turn, and whatever else the process does. */
const AT_ONCE_MS = 10
const MOST_LAZY = 10_000

export function createWriter(db: SqliteDatabase, options: WriterOptions): Writer {
  const { clock, busyMs, lateMs, checkFile } = options
  const tx = createTransaction(db)
  const dataVersion = db.prepare('pragma data_version')
  const queue: Job[] = []
  let lazy: LazyJob[] = []
  let scheduled: { readonly cancel: () => void } | undefined
  /** When commits last waited for the event loop, or were the first not to. */
  let atOnceSince: number | undefined
  let lateTimer: NodeJS.Timeout | undefined
  let lazySince = 0
  let seenVersion: unknown
  /** Since one of the last batch has thrown. */
  let apart = false
  let ended = false
  /** Since a transaction could not be ended. */
  let isStuck = false
  const idle: Array<() => void> = []

  const turn = () => {
    scheduled = undefined
    pump()
  }

  const plan = (ms: number) => {
    if (scheduled) return
    atOnceSince = undefined
    if (ms === 0) {
      const immediate = setImmediate(turn)
      scheduled = { cancel: () => clearImmediate(immediate) }
      return
    }
    const timer = setTimeout(turn, ms)
    scheduled = { cancel: () => clearTimeout(timer) }
  }

  /** Looks who is there after what runs now, and all that follows from it without waiting. */
  const planFor = (countCalls: () => number, now: number) => {
    if (scheduled) return
    atOnceSince ??= now
    if (now - atOnceSince >= AT_ONCE_MS) return plan(0)
    let isOff = false
    scheduled = { cancel: () => (isOff = true) }
    process.nextTick(() => {
      if (isOff) return
      scheduled = undefined
      if (queue.length < countCalls()) plan(0)
      else pump()
    })
  }

  const pump = () => {
    if (queue.length === 0 && lazy.length === 0) return goIdle()
    let contended: boolean
    try {
      checkFile()
      // What a failure left open must not be written with what comes now.
      if (isStuck) rollBack()
      db.exec('begin immediate')
      if (!db.isTransaction) throw new StorageError('unavailable', 'a transaction did not begin')
      const changed = hasChangedElsewhere()
      if (changed) tx.forgetRows()
      // Whoever has nothing left to write leaves room by itself.
      contended = changed && queue.length > MOST_PER_COMMIT
    } catch (error) {
      rollBack()
      return isBusy(error) ? waitMyTurn() : failAll(error)
    }
    commitBatch(queue.splice(0, MOST_PER_COMMIT))
    if (queue.length > 0 || lazy.length > 0) plan(contended ? TURN_MS : 0)
    else goIdle()
  }

  /** A pragma, not a query of rows: it changes when another connection has committed since we looked last. */
  const hasChangedElsewhere = () => {
    const row = firstOf(dataVersion)
    const version: unknown =
      typeof row === 'object' && row !== null ? Reflect.get(row, 'data_version') : undefined
    const changed = version === undefined || version !== seenVersion
    seenVersion = version
    return changed
  }

  const commitBatch = (jobs: readonly Job[]) => {
    const riding = lazy
    lazy = []
    clearTimeout(lateTimer)
    lateTimer = undefined
    let mayGoAgain = !apart && jobs.length + riding.length > 1
    try {
      const outcomes = runAll(jobs, riding, apart ? runApart : runTogether)
      mayGoAgain = false
      db.exec('commit')
      if (db.isTransaction)
        throw new StorageError('unavailable', 'a commit did not end its transaction')
      jobs.forEach((job, index) => job.settle(outcomes[index] ?? LOST))
      apart = false
    } catch (error) {
      // Whoever throws takes the transaction along. Where others were in it too, all go again, each apart from the others.
      apart = mayGoAgain && db.isTransaction
      rollBack()
      tx.forget()
      if (!apart) {
        for (const job of jobs) job.settle({ error })
        for (const job of riding) job.drop()
      } else {
        queue.unshift(...jobs)
        lazy = riding
      }
    }
  }

  const runAll = (
    jobs: readonly Job[],
    riding: readonly LazyJob[],
    run: (script: Script<unknown>) => Settled,
  ): Settled[] => {
    const outcomes: Settled[] = []
    for (const job of jobs) outcomes.push(run(job.run))
    for (const job of riding) run(job.run)
    tx.writeOut()
    return outcomes
  }

  const runTogether = (script: Script<unknown>): Settled => ({ value: script(tx) })

  /**
   * One that throws is undone alone; the others of its batch do not notice. Not for every batch: SQLite keeps a copy of each page
   * that is changed after a savepoint, and seldom does one throw.
   */
  const runApart = (script: Script<unknown>): Settled => {
    db.exec('savepoint job')
    try {
      const value = script(tx)
      tx.writeOut()
      db.exec('release job')
      return { value }
    } catch (error) {
      if (!db.isTransaction) throw error
      db.exec('rollback to job')
      db.exec('release job')
      tx.forget()
      return { error }
    }
  }

  const rollBack = () => {
    try {
      if (db.isTransaction) db.exec('rollback')
    } catch {
      // SQLite has undone it already, or the connection is of no more use; the next begin will tell.
    }
    isStuck = db.isTransaction
  }

  /** Several statements see one and the same state. */
  const atOnce =
    <Value>(script: Script<Value>): Script<Value> =>
    () => {
      db.exec('begin')
      const value = script(tx)
      db.exec('commit')
      isStuck = db.isTransaction
      return value
    }

  const readWhenFree = async <Value>(script: Script<Value>): Promise<Value> => {
    const since = clock.elapsed()
    for (;;) {
      if (ended) throw closed()
      try {
        if (isStuck) rollBack()
        return script(tx)
      } catch (error) {
        rollBack()
        tx.forget()
        if (!isBusy(error)) throw error
        if (clock.elapsed() - since >= busyMs) throw busy(busyMs)
      }
      await new Promise((resolve) => setTimeout(resolve, TURN_MS))
    }
  }

  const waitMyTurn = () => {
    const tooLong = clock.elapsed() - busyMs
    while (queue[0] !== undefined && queue[0].since <= tooLong) {
      queue.shift()?.settle({ error: busy(busyMs) })
    }
    if (lazySince <= tooLong) dropLazy()
    // What is urgent asks without a pause, so it is there when the lock is let go.
    plan(queue[0]?.urgent ? 0 : TURN_MS)
  }

  const failAll = (error: unknown) => {
    const failure = toStorageError(error)
    dropLazy()
    for (const job of queue.splice(0)) job.settle({ error: failure })
    goIdle()
  }

  const dropLazy = () => {
    for (const job of lazy.splice(0)) job.drop()
  }

  const goIdle = () => {
    if (queue.length > 0 || lazy.length > 0) return
    for (const tell of idle.splice(0)) tell()
  }

  return {
    write<Value>(script: Script<Value>, when: When = 'soon') {
      if (ended) return Promise.reject(closed())
      const urgent = when === 'urgent'
      return new Promise<Value>((resolve, reject) => {
        const job: Job = {
          run: script,
          urgent,
          since: clock.elapsed(),
          settle: (outcome) =>
            // What a script returns is what its job is settled with.
            'value' in outcome ? resolve(outcome.value as Value) : reject(asError(outcome.error)),
        }
        const after = urgent ? queue.findIndex((other) => !other.urgent) : -1
        if (after < 0) queue.push(job)
        else queue.splice(after, 0, job)
        if (typeof when === 'function') planFor(when, job.since)
        else plan(0)
      })
    },
    writeLazily(run, drop = () => undefined) {
      if (ended || lazy.length >= MOST_LAZY) return drop()
      if (lazy.length === 0) lazySince = clock.elapsed()
      lazy.push({ run, drop })
      lateTimer ??= setTimeout(() => {
        lateTimer = undefined
        plan(0)
      }, lateMs)
    },
    read: (script) => readWhenFree(atOnce(script)),
    glance: readWhenFree,
    async end() {
      ended = true
      if (queue.length > 0 || lazy.length > 0) {
        plan(0)
        await new Promise<void>((resolve) => idle.push(resolve))
      }
      clearTimeout(lateTimer)
      scheduled?.cancel()
    },
  }
}

const LOST: Settled = { error: new StorageError('unavailable', 'a job of a batch was not run') }

function busy(ms: number): StorageError {
  return new StorageError(
    'busy',
    `the gateway's database was busy for ${ms} ms; nothing was changed`,
  )
}

function closed(): StorageError {
  return new StorageError('closed', 'the gateway has been closed')
}
