import { snooze } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { toMoment } from '../moment.js'
import { reportChange } from '../report-decision.js'
import { localTimeOf } from '../show.js'
import { withApprovals } from '../with-approvals.js'

export const run: CommandRun = ([id, when = ''], options, io) =>
  withApprovals(options, io, async ({ ctx, owner }) => {
    const until = toMoment(when, new Date(ctx.clock.now()), 'morning')
    const result = await snooze(ctx, { id: approvalId(id), by: owner, until })
    return reportChange({ result, did: () => `put off until ${localTimeOf(until)}` }, options, io)
  })
