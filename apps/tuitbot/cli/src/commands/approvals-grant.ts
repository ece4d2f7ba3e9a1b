import { allowMore, getApproval } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun, type Options } from '../commands.js'
import { toMoment } from '../moment.js'
import { reportGrant } from '../report-grant.js'
import { withApprovals } from '../with-approvals.js'
import { wrongUsage } from '../wrong-usage.js'

export const run: CommandRun = ([id], options, io) =>
  withApprovals(options, io, async ({ ctx, owner }) => {
    const until = toMoment(String(options['until'] ?? '7d'), new Date(ctx.clock.now()), 'end')
    const allowance = { id: approvalId(id), by: owner, times: timesOf(options), until }
    const result = await allowMore(ctx, allowance)
    const { status } = await getApproval(ctx, allowance.id)
    const stillWaits = result.kind === 'granted' && status === 'waiting for you'
    const more = `#${allowance.id} itself still waits: tuitbot approvals approve ${allowance.id}`
    return reportGrant({ result, more: stillWaits ? more : undefined }, options, io)
  })

function timesOf({ times }: Options): number {
  const number = Number(times ?? 10)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw wrongUsage(`--times takes a whole number, not ${String(times)}`)
}
