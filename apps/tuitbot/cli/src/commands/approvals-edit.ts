import { edit, type ApprovalView } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { reportChange } from '../report-decision.js'
import { showStanding } from '../show.js'
import { withApprovals } from '../with-approvals.js'

export const run: CommandRun = ([id, text = ''], options, io) =>
  withApprovals(options, io, async ({ ctx, owner }) => {
    const { note } = options
    const decision = { id: approvalId(id), by: owner, ...(typeof note === 'string' && { note }) }
    const result = await edit(ctx, { ...decision, text })
    const did = (approval: ApprovalView) => `edited, and ${showStanding(approval)}`
    return reportChange({ result, did }, options, io)
  })
