import { pause } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { HOW_TO_RESUME } from '../show.js'
import { wrongUsage } from '../wrong-usage.js'

export const run: CommandRun = ([reason = 'paused at the terminal'], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const result = await pause(ctx, { by: owner, reason })
    if (result.kind === 'refused') throw wrongUsage(result.reason)
    const isNew = result.kind === 'paused'
    answer(io, options, { paused: true, wasPaused: !isNew, reason: result.reason }, () =>
      isNew
        ? 'Paused: nothing leaves until tuitbot resume.'
        : `already paused: ${result.reason}; ${HOW_TO_RESUME}`,
    )
    return isNew ? 0 : 1
  })
