import { listActivity } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { HOW_TO_RESUME, oneLine, showActivity } from '../show.js'
import { wrongUsage } from '../wrong-usage.js'

export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account }) => {
    const items = await listActivity(ctx, account, limitOf(options['limit']))
    const { paused, reason = '' } = await ctx.gateway.control(account)
    answer(io, options, items, () =>
      [
        ...(items.length === 0 ? ['Nothing has happened yet.'] : items.map(showActivity)),
        ...(paused ? [`Paused: ${oneLine(reason, 100)}; ${HOW_TO_RESUME}`] : []),
      ].join('\n'),
    )
    return 0
  })

function limitOf(text: string | boolean | undefined): number {
  const limit = Number(text ?? 20)
  if (Number.isSafeInteger(limit) && limit > 0 && limit <= 1_000) return limit
  throw wrongUsage(`--limit takes a whole number from 1 to 1000, not ${String(text)}`)
}
