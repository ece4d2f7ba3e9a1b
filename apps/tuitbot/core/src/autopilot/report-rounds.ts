import { type WorkflowCtx } from '../workflow/ctx.js'
import { forgetOtherTroubles, noteFailure, noteSuccess } from '../workflow/troubles.js'
import { type Job, type ScheduleOptions } from './schedule.js'

/** Keeps what fails where everyone sees it, for as long as it fails. */
export function reportRounds(
  ctx: Pick<WorkflowCtx, 'db' | 'clock'>,
  account: string,
  jobs: readonly Job[],
): Pick<ScheduleOptions, 'onFailure' | 'onSuccess'> {
  const names = jobs.map(({ name }) => name)
  regardless(forgetOtherTroubles(ctx, account, names))
  return {
    onFailure({ name: job, doing }, { error, isNew }) {
      const message = error instanceof Error ? error.message : String(error)
      regardless(noteFailure(ctx, { account, job, doing }, { message, isNew }))
    },
    onSuccess: ({ name: job, doing }) => regardless(noteSuccess(ctx, { account, job, doing })),
  }
}

/** A database that takes no notes shows in everything else; for want of a note no process ends. */
function regardless(noted: Promise<void>): void {
  noted.catch(() => undefined)
}
