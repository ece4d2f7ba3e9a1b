import { edit } from '@tuitbot/core'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { PERSON } from '../person.js'
import { reportDecision } from '../report-decision.js'
import { CliError } from '../report-error.js'

export const run: CommandRun = ([id, text = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx }) => {
    const { note } = options
    const decision = { id: approvalId(id), by: PERSON, ...(typeof note === 'string' && { note }) }
    const result = await edit(ctx, { ...decision, text })
    if (result.kind === 'unfit') {
      throw new CliError(
        `refused: ${result.problems.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}`,
      )
    }
    return reportDecision(result, options, io)
  })
