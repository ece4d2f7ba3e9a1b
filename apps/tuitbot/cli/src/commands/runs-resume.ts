import { type CommandRun } from '../commands.js'
import { followRun } from '../follow-run.js'
import { noRun } from '../no-run.js'
import { ASSISTANT, withAssistant } from '../with-assistant.js'

export const run: CommandRun = ([runId = ''], options, io) =>
  withAssistant(options, io, async (assistance) => {
    const { agent, store } = assistance
    if ((await store.read(runId)).length === 0) throw noRun(runId)
    return followRun(assistance, await agent.resume(runId, [], ASSISTANT), options, io)
  })
