import { isWaiting, sayDecision, type ApprovalView, type EditResult } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { HOW_TO_RESUME, howToTakeBack, showOutcome, showSaid } from './show.js'

/** What came of a decision, and the exit code. */
export function reportDecision(result: EditResult, options: Options, io: Io): number {
  answer(io, options, result, () => describeDecision(result))
  return cameAbout(result) ? 0 : 1
}

interface Change {
  readonly result: EditResult
  /** What was done, in words of its own. */
  readonly did: (approval: ApprovalView) => string
}

/** What came of a change to something that waits on, and the exit code. */
export function reportChange({ result, did }: Change, options: Options, io: Io): number {
  answer(io, options, result, () =>
    result.kind === 'decided'
      ? `#${result.approval.id}  ${did(result.approval)}`
      : describeDecision(result),
  )
  return cameAbout(result) ? 0 : 1
}

/** Whether a decision was made and has come about, or waits only for others, for its turn or for the end of a pause. */
export function cameAbout(result: EditResult): boolean {
  if (result.kind !== 'decided') return false
  const { outcome } = result
  switch (outcome?.kind) {
    case 'denied':
      return outcome.code === 'paused' || outcome.code === 'limit'
    case 'failed':
    case 'conflict':
    case 'unknown':
    case 'needs_human':
      return false
    case 'executed':
    case 'replayed':
    case 'in_progress':
    case 'needs_approval':
    case 'dry_run':
    case undefined:
      return true
  }
}

export function describeDecision(result: EditResult): string {
  const said = describe(result)
  return 'approval' in result ? `#${result.approval.id}  ${said}` : said
}

function describe(result: EditResult): string {
  const decision = sayDecision(result)
  if (result.kind === 'moved_on' && !isWaiting(decision.word)) {
    return `${STILL_OPEN.has(decision.word) ? '' : 'already '}${decision.word}; nothing was changed`
  }
  if (result.kind !== 'decided' || result.outcome === undefined) return showSaid(decision)
  const { approval, outcome } = result
  const said = outcome.kind === 'executed' ? showOutcome(outcome, decision) : showSaid(decision)
  if (approval.status !== 'on its way') return said
  const isPaused = outcome.kind === 'denied' && outcome.code === 'paused'
  const lines = [
    isPaused ? HOW_TO_RESUME : 'Tuitbot sees to it while it runs; tuitbot resume tries now',
    `${howToTakeBack(approval.id)} takes it back`,
  ]
  return [said, ...lines].join('\n  ')
}

/** It has not come to its end, so it is not so already. */
const STILL_OPEN: ReadonlySet<string> = new Set(['needs you', 'not yet known'])
