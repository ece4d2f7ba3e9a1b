import { deletePost, NotFound, undo } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { PERSON } from '../person.js'
import { CliError } from '../report-error.js'
import { showOutcome } from '../show.js'

export const run: CommandRun = ([intent = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx }) => {
    const outcome = await undo(ctx, { intent, by: PERSON }).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
      throw new CliError(error.message, 'tuitbot activity shows what can be undone', {
        cause: error,
      })
    })
    answer(io, options, outcome, () => showOutcome(outcome, deletePost.name))
    return outcome.kind === 'executed' || outcome.kind === 'replayed' ? 0 : 1
  })
