import { allowMore } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun, type Options } from '../commands.js'
import { toMoment } from '../moment.js'
import { withTuitbot } from '../open-home.js'
import { reportGrant } from '../report-grant.js'
import { CliError } from '../report-error.js'

export const run: CommandRun = ([id], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const until = toMoment(String(options['until'] ?? '7d'), new Date(ctx.clock.now()), 'end')
    const allowance = { id: approvalId(id), by: owner, times: timesOf(options), until }
    return reportGrant(await allowMore(ctx, allowance), options, io)
  })

function timesOf({ times }: Options): number {
  const number = Number(times ?? 10)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new CliError(`--times takes a whole number, not ${String(times)}`)
}
