import { type Drafted } from './commit.js'
import { type Connection } from './connection.js'
import { createDraft, type Changes, type Draft } from './draft.js'
import { type Job } from './job.js'
import { Unread, type Known } from './known.js'
import { type Question } from './question.js'

export interface Settled {
  readonly drafted: readonly Drafted[]
  readonly changes: Changes
}

type RunJob = (job: Job, tx: Draft['tx']) => unknown

/** Runs all again until nothing is left to be read, without those that cannot be part of it. */
export async function settleOn(
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
      jobs.forEach((job, index) => {
        const outcome = drafted[index]
        if (outcome) job.before?.(outcome.value)
      })
      return { drafted, changes }
    }
    await known.learn(connection, unread)
  }
}
