import { addNote } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { reportChange } from '../report-decision.js'

export const run: CommandRun = ([id, note = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const result = await addNote(ctx, { id: approvalId(id), by: owner, note })
    return reportChange({ result, did: 'noted, and waiting for you' }, options, io)
  })
