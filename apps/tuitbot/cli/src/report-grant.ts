import { type GrantResult } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { showGrant, showSaid } from './show.js'

/** What came of allowing something ahead, or of taking it back, what to do now, and the exit code. */
export function reportGrant(
  { result, more }: { readonly result: GrantResult; readonly more?: string | undefined },
  options: Options,
  io: Io,
): number {
  answer(io, options, result, () =>
    [describe(result), ...(more === undefined ? [] : [`  ${more}`])].join('\n'),
  )
  return result.kind === 'granted' ? 0 : 1
}

function describe(result: GrantResult): string {
  return result.kind === 'granted'
    ? showGrant(result.grant)
    : showSaid({ word: 'refused', reason: result.reason })
}
