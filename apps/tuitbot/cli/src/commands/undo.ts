import { type Outcome } from '@armorer/gateway'
import { deletePost, NotFound, sayOutcome, undo, type Tuitbot } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { intentId } from '../intent-id.js'
import { withTuitbot } from '../open-home.js'
import { CliError } from '../report-error.js'
import { showOutcome } from '../show.js'

export const run: CommandRun = ([id = ''], options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    const { ctx } = tuitbot
    const outcome = await undoById(tuitbot, id).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
      throw new CliError(error.message, 'tuitbot activity shows what can be undone', {
        cause: error,
      })
    })
    const said = await sayOutcome(ctx, outcome, deletePost.name)
    answer(io, options, outcome, () =>
      outcome.kind === 'replayed'
        ? 'already undone; nothing was changed'
        : showOutcome(outcome, said),
    )
    return outcome.kind === 'executed' ? 0 : 1
  })

async function undoById(tuitbot: Tuitbot, id: string): Promise<Outcome> {
  const { ctx, owner } = tuitbot
  return undo(ctx, { intent: await intentId(tuitbot, id), by: owner })
}
