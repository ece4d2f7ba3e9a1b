import { getApproval } from '@tuitbot/core'
import { answer } from '../answer.js'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { showApproval } from '../show.js'

export const run: CommandRun = ([id], options, io) =>
  withTuitbot(options, io, async ({ ctx }) => {
    const approval = await getApproval(ctx, approvalId(id))
    answer(io, options, approval, () => showApproval(approval))
    return 0
  })
