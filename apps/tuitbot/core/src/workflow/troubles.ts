import { addActivity } from '../storage/activity.js'
import { endOtherTroubles, endTrouble, putTrouble } from '../storage/troubles.js'
import { type WorkflowCtx } from './ctx.js'

type Kept = Pick<WorkflowCtx, 'db' | 'clock'>

/** Something that is done again and again, for an account. */
interface Doing {
  readonly account: string
  readonly job: string
  /** In words, such as `answering mentions`. */
  readonly doing: string
}

/** Keeps what fails for as long as it does. What is new about it is among what happened, too. */
export function noteFailure(
  { db, clock }: Kept,
  { account, job, doing }: Doing,
  { message, isNew }: { readonly message: string; readonly isNew: boolean },
): Promise<void> {
  const at = clock.now()
  return db.write((db) => {
    putTrouble(db, { account, job, doing, message, since: at })
    if (!isNew) return
    addActivity(db, { account, at, kind: 'loop_failed', message: `${doing} failed: ${message}` })
  })
}

/** It went well: if it had failed before, that is over. */
export function noteSuccess({ db, clock }: Kept, { account, job, doing }: Doing): Promise<void> {
  const at = clock.now()
  return db.write((db) => {
    if (!endTrouble(db, account, job)) return
    addActivity(db, { account, at, kind: 'loop_works', message: `${doing} works again` })
  })
}

/** What is not done any more would never go well again. */
export function forgetOtherTroubles(
  { db }: Kept,
  account: string,
  jobs: readonly string[],
): Promise<void> {
  return db.write((db) => endOtherTroubles(db, account, jobs))
}

/** Telling somebody of what waits is done again and again, too. A database that takes no notes ends no process. */
export function reportTelling(ctx: Kept, account: string) {
  const told = { account, job: `${TELLING}${account}`, doing: 'telling you of what waits' }
  const regardless = (noted: Promise<unknown>) => void noted.catch(() => undefined)
  return {
    job: told.job,
    // Each approval of which nobody could be told has a note of its own.
    onFailure: (message: string) => regardless(noteFailure(ctx, told, { message, isNew: false })),
    onSuccess: () => regardless(noteSuccess(ctx, told)),
    onEnd: () => regardless(ctx.db.write((db) => endTrouble(db, account, told.job))),
  }
}

/** Whether it is about who is told of what waits. */
export function isAboutTelling({ job }: { readonly job: string }): boolean {
  return job.startsWith(TELLING)
}

const TELLING = 'tell:'
