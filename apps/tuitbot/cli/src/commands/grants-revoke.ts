import { revokeGrant } from '@tuitbot/core'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { reportGrant } from '../report-grant.js'

export const run: CommandRun = ([id = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, account, owner }) =>
    reportGrant(await revokeGrant(ctx, { id, account, by: owner }), options, io),
  )
