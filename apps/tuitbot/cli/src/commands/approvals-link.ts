import { answer } from '../answer.js'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { timeOf } from '../show.js'

export const run: CommandRun = ([id], options, io) =>
  withTuitbot(options, io, async ({ links }) => {
    const link = await links.make(approvalId(id))
    const until = `Good once, on this machine, until ${timeOf(link.expiresAt)} UTC.`
    answer(io, options, link, () => `${link.url}\n${until}`)
    return 0
  })
