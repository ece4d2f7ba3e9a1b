import { CommanderError } from 'commander'
import { type CommandRun } from '../commands.js'
import { followRun } from '../follow-run.js'
import { ASSISTANT, withAssistant } from '../with-assistant.js'

export const run: CommandRun = async ([wish = ''], options, io) => {
  if (wish.trim() === '') throw new CommanderError(2, 'tuitbot.emptyWish', 'the wish is empty')
  return withAssistant(options, io, async (assistance) =>
    followRun(assistance, await assistance.agent.run(wish, ASSISTANT), options, io),
  )
}
