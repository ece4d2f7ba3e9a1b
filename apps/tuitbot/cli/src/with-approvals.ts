import { NotFound, type Tuitbot } from '@tuitbot/core'
import { WHERE_TO_LOOK } from './approval-id.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { withTuitbot } from './open-home.js'
import { CliError } from './report-error.js'

/** Opens Tuitbot for a command about approvals: of one that is not there, it says where to look. */
export function withApprovals(
  options: Options,
  io: Io,
  act: (tuitbot: Tuitbot) => Promise<number>,
): Promise<number> {
  return withTuitbot(options, io, async (tuitbot) => {
    try {
      return await act(tuitbot)
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      throw new CliError(error.message, WHERE_TO_LOOK, { cause: error })
    }
  })
}
