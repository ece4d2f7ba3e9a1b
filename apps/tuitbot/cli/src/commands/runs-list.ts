import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { timeOf } from '../show.js'
import { withAssistant } from '../with-assistant.js'

export const run: CommandRun = (_args, options, io) =>
  withAssistant(options, io, async ({ store }) => {
    const runs = await store.list()
    answer(io, options, runs, () =>
      runs.length === 0
        ? 'The assistant has done nothing yet.'
        : runs.map(({ runId, at }) => `${timeOf(at)}  ${runId}`).join('\n'),
    )
    return 0
  })
