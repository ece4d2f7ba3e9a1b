import { deletePost, NotFound, sayOutcome, undo } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { CliError } from '../report-error.js'
import { showOutcome } from '../show.js'

export const run: CommandRun = ([intent = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const outcome = await undo(ctx, { intent, by: owner }).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
      throw new CliError(error.message, 'tuitbot activity shows what can be undone', {
        cause: error,
      })
    })
    const said = await sayOutcome(ctx, outcome, deletePost.name)
    answer(io, options, outcome, () => showOutcome(outcome, said))
    return outcome.kind === 'executed' || outcome.kind === 'replayed' ? 0 : 1
  })
