import { revokeGrant } from '@tuitbot/core'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { reportGrant } from '../report-grant.js'

export const run: CommandRun = ([id = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, account, owner }) => {
    const result = await revokeGrant(ctx, { id, account, by: owner })
    const isNone = result.kind === 'denied' && result.code === 'invalid_input'
    const more = isNone ? 'tuitbot grants list shows what is allowed ahead' : undefined
    return reportGrant({ result, more }, options, io)
  })
