import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { noRun } from '../no-run.js'
import { showRun } from '../show-run.js'
import { withAssistant } from '../with-assistant.js'

export const run: CommandRun = ([runId = ''], options, io) =>
  withAssistant(options, io, async ({ agent, store }) => {
    const records = await store.read(runId)
    if (records.length === 0) throw noRun(runId)
    const report = await agent.replay(records)
    answer(io, options, report, () => showRun(records, report))
    return report.kind === 'diverged' ? 1 : 0
  })
