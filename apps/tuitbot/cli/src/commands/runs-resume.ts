import { type CommandRun } from '../commands.js'
import { followRun } from '../follow-run.js'
import { ASSISTANT, withAssistant } from '../with-assistant.js'

export const run: CommandRun = ([runId = ''], options, io) =>
  withAssistant(options, io, async (assistance) =>
    followRun(assistance, await assistance.agent.resume(runId, [], ASSISTANT), options, io),
  )
