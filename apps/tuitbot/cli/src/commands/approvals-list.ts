import { listApprovals, type ApprovalView } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { showApprovalLine } from '../show.js'

export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account }) => {
    const all = await listApprovals(ctx, account)
    const isAwake = ({ snoozedUntil }: ApprovalView) => (snoozedUntil ?? 0) <= ctx.clock.now()
    const waiting = options['all'] === true ? all : all.filter(isAwake)
    const later = all.length - waiting.length
    answer(io, options, waiting, () =>
      [
        ...(waiting.length === 0 ? ['Nothing waits for you.'] : waiting.map(showApprovalLine)),
        ...(later > 0 ? [`${later} put off until later: add --all to see them`] : []),
      ].join('\n'),
    )
    return 0
  })
