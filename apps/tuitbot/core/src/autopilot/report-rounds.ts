import { addActivity } from '../storage/activity.js'
import { type Connection } from '../storage/database.js'
import { endOtherTroubles, endTrouble, putTrouble } from '../storage/troubles.js'
import { type WorkflowCtx } from '../workflow/ctx.js'
import { type Job, type ScheduleOptions } from './schedule.js'

/** Keeps what fails where everyone sees it, for as long as it fails. How that began and ended is among what happened. */
export function reportRounds(
  { db, clock }: Pick<WorkflowCtx, 'db' | 'clock'>,
  account: string,
  jobs: readonly Job[],
): Pick<ScheduleOptions, 'onFailure' | 'onSuccess'> {
  const keep = (script: (db: Connection, at: number) => void) => {
    const at = clock.now()
    // A database that takes no notes shows in everything else; for want of a note no process ends.
    db.write((db) => script(db, at)).catch(() => undefined)
  }
  keep((db) =>
    endOtherTroubles(
      db,
      account,
      jobs.map(({ name }) => name),
    ),
  )
  return {
    onFailure({ name: job, doing }, { error, isNew }) {
      const message = error instanceof Error ? error.message : String(error)
      keep((db, at) => {
        putTrouble(db, { account, job, doing, message, since: at })
        if (!isNew) return
        addActivity(db, {
          account,
          at,
          kind: 'loop_failed',
          message: `${doing} failed: ${message}`,
        })
      })
    },
    onSuccess({ name: job, doing }) {
      keep((db, at) => {
        if (!endTrouble(db, account, job)) return
        addActivity(db, { account, at, kind: 'loop_works', message: `${doing} works again` })
      })
    },
  }
}
