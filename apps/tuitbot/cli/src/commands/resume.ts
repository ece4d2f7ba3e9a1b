import { resume } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'

export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account, owner }) => {
    await resume(ctx, { account, by: owner, reason: 'resumed at the terminal' })
    answer(io, options, { paused: false }, () => 'On again: what you approve leaves.')
    return 0
  })
