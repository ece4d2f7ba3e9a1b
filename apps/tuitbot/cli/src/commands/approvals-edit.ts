import { edit } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { reportChange } from '../report-decision.js'

export const run: CommandRun = ([id, text = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const { note } = options
    const decision = { id: approvalId(id), by: owner, ...(typeof note === 'string' && { note }) }
    const result = await edit(ctx, { ...decision, text })
    return reportChange({ result, did: 'edited, and waiting for you' }, options, io)
  })
