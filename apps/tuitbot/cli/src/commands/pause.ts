import { pause } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'

export const run: CommandRun = ([reason = 'paused at the terminal'], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    await pause(ctx, { by: owner, reason })
    answer(
      io,
      options,
      { paused: true, reason },
      () => 'Paused: nothing leaves until tuitbot resume.',
    )
    return 0
  })
