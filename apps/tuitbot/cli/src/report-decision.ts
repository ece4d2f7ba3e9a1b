import { sayDecision, type EditResult } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { showOutcome, showSaid } from './show.js'

/** What came of a decision, and the exit code. */
export function reportDecision(result: EditResult, options: Options, io: Io): number {
  answer(io, options, result, () => describeDecision(result))
  return result.kind === 'decided' ? 0 : 1
}

/** What came of a change to something that waits on, in words of its own, and the exit code. */
export function reportChange(
  { result, did }: { readonly result: EditResult; readonly did: string },
  options: Options,
  io: Io,
): number {
  answer(io, options, result, () =>
    result.kind === 'decided' ? `#${result.approval.id}  ${did}` : describeDecision(result),
  )
  return result.kind === 'decided' ? 0 : 1
}

export function describeDecision(result: EditResult): string {
  const decision = sayDecision(result)
  const said =
    result.kind === 'decided' && result.outcome?.kind === 'executed'
      ? showOutcome(result.outcome, decision)
      : showSaid(decision)
  return 'approval' in result ? `#${result.approval.id}  ${said}` : said
}
