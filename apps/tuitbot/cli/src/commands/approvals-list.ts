import { listApprovals } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { showApprovalLine } from '../show.js'

export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account }) => {
    const waiting = await listApprovals(ctx, account)
    answer(io, options, waiting, () =>
      waiting.length === 0 ? 'Nothing waits for you.' : waiting.map(showApprovalLine).join('\n'),
    )
    return 0
  })
