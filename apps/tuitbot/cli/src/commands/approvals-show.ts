import { getApproval, reasonOfIntent } from '@tuitbot/core'
import { answer } from '../answer.js'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { showApproval } from '../show.js'
import { withApprovals } from '../with-approvals.js'

export const run: CommandRun = ([id], options, io) =>
  withApprovals(options, io, async ({ ctx }) => {
    const approval = await getApproval(ctx, approvalId(id))
    const kept = await ctx.gateway.show(approval.intent)
    const shown = { ...approval, failure: (kept && reasonOfIntent(kept)) ?? null }
    answer(io, options, shown, () => showApproval(shown))
    return 0
  })
