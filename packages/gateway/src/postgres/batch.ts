import { type Env } from '../sqlite/env.js'
import { commit, CommitLost, type Drafted, type Mark } from './commit.js'
import { type Connection } from './connection.js'
import { createDraft, type Changes, type Draft } from './draft.js'
import { type Job, type Scope } from './job.js'
import { createKnown, Unread, type Known } from './known.js'
import { beginLocked } from './locks.js'
import { type Question } from './question.js'
import { envAt } from './transact.js'
import { writeOut } from './write-out.js'

/**
 * Jobs that share a transaction, in two trips to the database: one that takes all locks and reads what they will ask for, and
 * one that writes what they have changed, with the commit.
 */
export async function runBatch(
  connection: Connection,
  jobs: readonly Job[],
  base: Env,
): Promise<readonly Drafted[]> {
  try {
    const known = createKnown()
    const questions = jobs.flatMap(({ reads = [] }) => reads)
    const [held] = await Promise.all([
      beginLocked(connection, scopeOf(jobs)),
      known.learn(connection, questions),
    ])
    known.hold(held)
    const env = envAt(held.at, base)
    const { drafted, changes } = await settleOn(connection, known, jobs, (job, tx) =>
      job.script(tx, env),
    )
    jobs.forEach((job, index) => {
      const outcome = drafted[index]
      if (outcome) job.before?.(outcome.value)
    })
    await finish(connection, changes, drafted)
    return drafted
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

interface Settled {
  readonly drafted: readonly Drafted[]
  readonly changes: Changes
}

type RunJob = (job: Job, tx: Draft['tx']) => unknown

/** Runs all again until nothing is left to be read, without those that cannot be part of it. */
async function settleOn(
  connection: Connection,
  known: Known,
  jobs: readonly Job[],
  run: RunJob,
): Promise<Settled> {
  const apart = new Set<Job>()
  for (;;) {
    const { tx, changes, end } = createDraft(known)
    const unread: Question[] = []
    let isSpoilt = false
    const drafted = jobs.map((job): Drafted => {
      if (apart.has(job)) return undefined
      try {
        return { value: run(job, tx) }
      } catch (error) {
        isSpoilt = true
        // Whatever else was thrown, it is for the job's own transaction to throw.
        if (error instanceof Unread) unread.push(error.question)
        else apart.add(job)
        return undefined
      }
    })
    if (!isSpoilt) {
      end()
      return { drafted, changes }
    }
    await known.learn(connection, unread)
  }
}

/** The commit leaves with the changes; if its answer is lost, that is what has happened, whatever became of the others. */
async function finish(
  connection: Connection,
  changes: Changes,
  drafted: readonly Drafted[],
): Promise<void> {
  const marks = new Map<string, Mark>(changes.links.map((link) => [link.account, link]))
  const results = await Promise.allSettled([
    ...writeOut(connection, changes),
    commit(connection, [...marks.values()], drafted),
  ])
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  const failure: unknown = failures.find((reason) => reason instanceof CommitLost) ?? failures[0]
  if (failures.length > 0) throw failure
}

function scopeOf(jobs: readonly Job[]): Scope {
  return {
    accounts: [...new Set(jobs.flatMap(({ scope }) => scope.accounts ?? []))],
    intents: jobs.flatMap(({ scope }) => scope.intents ?? []),
  }
}
