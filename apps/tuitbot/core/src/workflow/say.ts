import { type Outcome } from '@armorer/gateway'
import { describeDraftProblem } from '../toolkit/safety/describe-draft-problem.js'
import { type WorkflowCtx } from './ctx.js'
import { type EditResult } from './edit.js'
import { getApproval } from './list-approvals.js'
import { sayLost } from './reason-of-intent.js'
import { isWaiting, wordOfOutcome, type Word } from './words.js'

/** What became of something, in the words of page, terminal and MCP alike. */
export interface Said {
  readonly word: Word
  /** More, where the word does not say it all. */
  readonly reason?: string
}

/** Why something became of an outcome, or what happens now. */
export function reasonOfOutcome(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'denied':
    case 'needs_approval':
      return outcome.reason
    case 'failed':
      return outcome.code === 'duplicate_at_far_side' ? SAME_WORDS : outcome.message
    case 'conflict':
    case 'in_progress':
      return outcome.message
    case 'replayed':
      return 'the same was asked for a moment ago, and did not go out again'
    case 'unknown':
      return 'it was sent, and what came of it is not known yet; Tuitbot looks for it while it runs, so do not post it again'
    case 'needs_human':
      return sayLost(outcome.message)
    case 'executed':
    case 'dry_run':
      return undefined
  }
}

const SAME_WORDS =
  'X refuses the words of another post of yours for a while, also of one that was taken back: use other words'

/** What became of something that was asked for; of what waits, who decides it. */
export async function sayOutcome(
  ctx: WorkflowCtx,
  outcome: Outcome,
  operation: string,
): Promise<Said> {
  const reason = reasonOfOutcome(outcome)
  const said = { word: wordOfOutcome(outcome, operation), ...(reason !== undefined && { reason }) }
  if (outcome.kind !== 'needs_approval') return said
  const { status, decides } = await getApproval(ctx, outcome.queueId)
  return decides === null ? said : { word: status, reason: `${outcome.reason}; ${decides}` }
}

const TOO_LATE = 'nobody decided in time'

/** What came of a decision. */
export function sayDecision(result: EditResult): Said {
  switch (result.kind) {
    case 'decided': {
      const { approval, outcome } = result
      if (approval.voices.length > 0 && approval.decides !== null) {
        return { word: 'waiting for others', reason: approval.decides }
      }
      // What is approved during a pause is not lost.
      const isHeld = outcome?.kind === 'denied' && outcome.code === 'paused'
      const reason = isHeld ? 'it goes out when you resume' : outcome && reasonOfOutcome(outcome)
      return { word: approval.status, ...(reason !== undefined && { reason }) }
    }
    case 'moved_on': {
      const { status } = result.approval
      return isWaiting(status)
        ? { word: status, reason: 'the text has been edited meanwhile: look at it again' }
        : { word: status, reason: status === 'expired' ? TOO_LATE : 'this was decided before' }
    }
    case 'denied':
      return { word: 'refused', reason: result.reason }
    case 'conflict':
      return { word: 'refused', reason: result.message }
    case 'unfit':
      return { word: 'refused', reason: result.problems.map(describeDraftProblem).join(' ') }
  }
}
