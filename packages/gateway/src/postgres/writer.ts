import { setTimeout as sleep } from 'node:timers/promises'
import { asError } from '../thrown.js'
import { StorageError } from '../store.js'
import { type Env } from '../scripts/env.js'
import { runBatch } from './batch.js'
import { createBeliefs } from './beliefs.js'
import { CommitLost, isCommitted } from './commit.js'
import { type Connections } from './connection.js'
import { closed, isAway, isCollision } from './errors.js'
import { AWAY_MS, insist } from './insist.js'
import { type Job } from './job.js'
import { NotHeld } from './locks.js'
import { type Question } from './question.js'
import { createReaders } from './readers.js'
import { type Reader } from './reads.js'
import { Strayed } from './replay.js'
import { transact } from './transact.js'

/** The one way to write: jobs that wait at the same time share a transaction where they can. */
export interface Writer {
  write<Value>(job: Job<Value>): Promise<Value>
  /** Rides with the next transaction, at the latest after a while of its own. Nobody waits for it; what is not written is dropped. */
  writeLazily(job: Job<void>, onDrop: () => void): void
  /** Reads what is committed; told what that will be, it is read in one trip. */
  read<Value>(reader: Reader<Value>, reads?: readonly Question[]): Promise<Value>
  /** Whether a change of this account can be worked out from what was seen of it. */
  knows(account: string): boolean
  /** Takes nothing more, writes what waits, and then no more. */
  end(): Promise<void>
}

interface Waiting {
  job: Job
  /** It has shown that it cannot share a transaction. */
  isApart: boolean
  readonly since: number
  readonly settle: (outcome: Outcome) => void
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

export interface WriterOptions {
  readonly connections: Connections
  readonly env: Env
  /** How many transactions there are at most at a time. */
  readonly lanes: number
}

const MOST_PER_COMMIT = 128
const MOST_LAZY = 10_000

export function createWriter({ connections, env, lanes }: WriterOptions): Writer {
  const { clock, times } = env
  const beliefs = createBeliefs(clock)
  const queue: Waiting[] = []
  const busy = new Set<string>()
  const idle: Array<() => void> = []
  let running = 0
  let planned = false
  let ended = false
  /** The last change of what holds for everyone: they come one after the other, and wait for nobody else here. */
  let forEveryone = Promise.resolve()
  let lazyTimer: NodeJS.Timeout | undefined
  const lazy: Waiting[] = []

  const plan = () => {
    if (planned) return
    planned = true
    setImmediate(() => {
      planned = false
      pump()
    })
  }

  const pump = () => {
    for (const jobs of nextBatches()) void run(jobs)
    if (running === 0 && queue.length === 0) for (const tell of idle.splice(0)) tell()
  }

  function* nextBatches(): Generator<Waiting[]> {
    while (running < lanes) {
      // Two at a time: while the database writes the one, the other is worked out here.
      const share = running === 0 && lanes > 1 ? 1 / 2 : 1
      const batch = takeBatch(queue, busy, share)
      if (batch.length === 0) return
      if (isShared(batch[0])) batch.push(...lazy.splice(0))
      yield batch
    }
  }

  const run = async (batch: Waiting[]) => {
    const accounts = batch.flatMap(({ job }) => job.scope.accounts ?? [])
    for (const account of accounts) busy.add(account)
    running += 1
    try {
      settleAll(batch, await attempt(batch))
    } catch (error) {
      await tryAgain(batch, error)
    }
    running -= 1
    for (const account of accounts) busy.delete(account)
    plan()
  }

  const attempt = (batch: readonly Waiting[]): Promise<ReadonlyArray<Outcome | undefined>> =>
    connections.use(async (connection) => {
      const [first] = batch
      if (first && !isShared(first)) {
        const value = await transact(connection, first.job, env).finally(() =>
          beliefs.forget(first.job.scope),
        )
        return [{ value }]
      }
      return runBatch(
        connection,
        batch.map(({ job }) => job),
        env,
        beliefs,
      )
    })

  /** What cannot be settled with the others comes again, by itself. */
  const settleAll = (batch: readonly Waiting[], outcomes: ReadonlyArray<Outcome | undefined>) => {
    const apart = batch.filter((waiting, index) => {
      const outcome = outcomes[index]
      if (outcome) waiting.settle(outcome)
      else waiting.isApart = true
      return !outcome
    })
    queue.unshift(...apart)
  }

  const tryAgain = async (batch: Waiting[], error: unknown) => {
    if (error instanceof CommitLost) {
      const answer = await afterLostCommit(error)
      if (answer === 'committed') settleAll(batch, error.outcomes)
      else if (answer === 'not') queue.unshift(...batch)
      else for (const { settle } of batch) settle({ error: answer })
      return
    }
    const away = error instanceof StorageError && isAway(error)
    if (away) await sleep(AWAY_MS)
    const again = batch.filter((waiting) => {
      if (mayTryAgain(waiting, error, batch.length)) return true
      waiting.settle({ error })
      return false
    })
    queue.unshift(...again)
  }

  const mayTryAgain = (waiting: Waiting, error: unknown, size: number): boolean => {
    if (error instanceof NotHeld) {
      const { scope } = waiting.job
      const accounts = [...(scope.accounts ?? []), error.account]
      waiting.job = { ...waiting.job, scope: { ...scope, accounts } }
      return true
    }
    const isPassing = error instanceof StorageError && (isAway(error) || isCollision(error))
    if (isPassing || error instanceof Strayed) return clock.elapsed() - waiting.since < times.busy
    // One of them has spoilt it for the others.
    if (size === 1 && !isShared(waiting)) return false
    waiting.isApart = true
    return true
  }

  /** What has left no mark has changed nothing that matters. */
  const afterLostCommit = async ({
    marks,
    cause,
  }: CommitLost): Promise<'committed' | 'not' | StorageError> => {
    if (marks.length === 0) return 'committed'
    try {
      const found = await insist(env, () =>
        connections.use((connection) => isCommitted(connection, marks)),
      )
      return found ? 'committed' : 'not'
    } catch {
      return new StorageError(
        'unavailable',
        'the database went away during a commit, and did not come back to say whether it is there',
        { cause },
      )
    }
  }

  const waitFor = <Value>(job: Job<Value>) => {
    let settle: Waiting['settle'] = ignore
    const settled = new Promise<Value>((resolve, reject) => {
      settle = (outcome) =>
        // What it is told is what its own script has returned.
        'value' in outcome ? resolve(outcome.value as Value) : reject(asError(outcome.error))
    })
    const waiting: Waiting = { job: job as Job, isApart: false, since: clock.elapsed(), settle }
    return { waiting, settled }
  }

  const readers = createReaders({ connections, env, lanes, beliefs })

  return {
    write<Value>(job: Job<Value>) {
      if (ended) return Promise.reject(closed())
      const { waiting, settled } = waitFor(job)
      if (job.scope.everyone) {
        const turn = forEveryone.then(() => run([waiting])).then(() => settled)
        forEveryone = turn.then(ignore, ignore)
      } else {
        queue.push(waiting)
        plan()
      }
      return settled
    },
    writeLazily(job, onDrop) {
      if (ended || lazy.length >= MOST_LAZY) return onDrop()
      const since = clock.elapsed()
      const settle = (outcome: Outcome) => {
        if ('error' in outcome) onDrop()
      }
      lazy.push({ job: job as Job, isApart: false, since, settle })
      lazyTimer ??= setTimeout(() => {
        lazyTimer = undefined
        queue.push(...lazy.splice(0))
        plan()
      }, times.lateRecord)
    },
    read<Value>(reader: Reader<Value>, reads: readonly Question[] = []) {
      if (ended) return Promise.reject(closed())
      return readers.read(reader, reads)
    },
    knows: beliefs.knows,
    async end() {
      ended = true
      clearTimeout(lazyTimer)
      queue.push(...lazy.splice(0))
      await forEveryone
      if (queue.length > 0 || running > 0) {
        plan()
        await new Promise<void>((resolve) => idle.push(resolve))
      }
      await connections.end()
    },
  }
}

/**
 * As many as can share a transaction, of a share of the accounts, or one that cannot; none that would wait for one that is under
 * way here.
 */
function takeBatch(queue: Waiting[], busy: ReadonlySet<string>, share: number): Waiting[] {
  const batch: Waiting[] = []
  const taken = someOf(queue, busy, share)
  for (let index = 0; index < queue.length && batch.length < MOST_PER_COMMIT;) {
    const waiting = queue[index]
    const isFree = waiting?.job.scope.accounts?.every((account) => taken.has(account)) ?? true
    if (waiting && isFree && (batch.length === 0 || isShared(waiting))) {
      queue.splice(index, 1)
      batch.push(waiting)
      if (!isShared(waiting)) break
    } else index += 1
  }
  return batch
}

/** The accounts that wait longest, of those that nobody writes to here. */
function someOf(
  queue: readonly Waiting[],
  busy: ReadonlySet<string>,
  share: number,
): ReadonlySet<string> {
  const free = queue.flatMap(({ job: { scope } }) => {
    const { accounts = [] } = scope
    return accounts.some((account) => busy.has(account)) ? [] : [accounts]
  })
  const most = new Set(free.flat()).size * share
  const taken = new Set<string>()
  for (const accounts of free) {
    if (taken.size > 0 && taken.size >= most) break
    for (const account of accounts) taken.add(account)
  }
  return taken
}

function isShared(waiting: Waiting | undefined): boolean {
  return waiting?.job.reads !== undefined && !waiting.isApart
}

function ignore(): void {}
