import { listGrants } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { showGrant } from '../show.js'

export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account }) => {
    const grants = await listGrants(ctx, account)
    answer(io, options, grants, () =>
      grants.length === 0 ? 'Nothing is allowed ahead.' : grants.map(showGrant).join('\n'),
    )
    return 0
  })
