import { addNote, type ApprovalView } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { reportChange } from '../report-decision.js'
import { showStanding } from '../show.js'
import { withApprovals } from '../with-approvals.js'

export const run: CommandRun = ([id, note = ''], options, io) =>
  withApprovals(options, io, async ({ ctx, owner }) => {
    const result = await addNote(ctx, { id: approvalId(id), by: owner, note })
    const did = (approval: ApprovalView) => `noted, and ${showStanding(approval)}`
    return reportChange({ result, did }, options, io)
  })
