import { type CommandRun } from '../commands.js'
import { followRun } from '../follow-run.js'
import { ASSISTANT, withAssistant } from '../with-assistant.js'
import { wrongUsage } from '../wrong-usage.js'

export const run: CommandRun = async ([wish = ''], options, io) => {
  if (wish.trim() === '') throw wrongUsage('the wish is empty')
  return withAssistant(options, io, async (assistance) =>
    followRun(assistance, await assistance.agent.run(wish, ASSISTANT), options, io),
  )
}
