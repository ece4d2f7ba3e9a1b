import { type GrantResult } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { showGrant, showSaid } from './show.js'

/** What came of allowing something ahead, or of taking it back, and the exit code. */
export function reportGrant(result: GrantResult, options: Options, io: Io): number {
  answer(io, options, result, () =>
    result.kind === 'granted'
      ? showGrant(result.grant)
      : showSaid({ word: 'refused', reason: result.reason }),
  )
  return result.kind === 'granted' ? 0 : 1
}
