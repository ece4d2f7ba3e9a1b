import {
  type BulkResult,
  type DecisionResult,
  describeDraftProblem,
  type DraftProblem,
  type EditResult,
  isWaiting,
  type PublishResult,
  type resolve,
  type Said,
  sayDecision,
  sayOutcome,
  type undo,
  type Word,
  wordOfIntent,
  type WorkflowCtx,
} from '@tuitbot/core'
import { type DraftProblemView, Problem, type ProblemCode } from '../problem.js'
import { type ApprovalCard, toCard } from './approval-card.js'

type Denied = Extract<DecisionResult, { kind: 'denied' }>
type Outcome = Awaited<ReturnType<typeof undo>>

/** What became of something, in the words that are used everywhere. */
export interface OutcomeAnswer {
  readonly word: Word
  /** More, where the word does not say it all. */
  readonly reason: string | null
  /** By which it is known, and can be undone. */
  readonly intent: string | null
}

export interface DecisionAnswer extends OutcomeAnswer {
  readonly approval: ApprovalCard
}

/** Of a decision. What could not be decided is a problem. */
export function toDecisionAnswer(result: EditResult): DecisionAnswer {
  switch (result.kind) {
    case 'decided': {
      const { approval } = result
      const { word, reason = null } = sayDecision(result)
      return { word, reason, intent: approval.intent, approval: toCard(approval) }
    }
    case 'moved_on': {
      const { word, reason = '' } = sayDecision(result)
      if (isWaiting(word)) throw new Problem('changed', reason)
      throw new Problem('moved_on', `${reason}: ${word}`)
    }
    case 'conflict':
      throw new Problem('conflict', result.message)
    case 'denied':
      throw toProblem(result)
    case 'unfit':
      throw unfit(result)
  }
}

/** Of one of several decisions: what could not be decided is told like the rest. */
export interface BulkItem extends Said {
  readonly id: number | null
  readonly title: string
  readonly text: string
}

export function toBulkAnswer(result: BulkResult): readonly BulkItem[] {
  if (result.kind === 'denied') throw toProblem(result)
  return result.results.map((one) => {
    const said = sayDecision(one)
    return 'approval' in one
      ? { ...said, id: one.approval.id, title: one.approval.title, text: one.approval.text }
      : { ...said, id: null, title: 'One of them', text: '' }
  })
}

/** Of what a person has found out. */
export function toResolveAnswer(decided: Awaited<ReturnType<typeof resolve>>): OutcomeAnswer {
  switch (decided.kind) {
    case 'decided':
      return { word: wordOfIntent(decided.intent), reason: null, intent: decided.intent.id }
    case 'moved_on':
      throw new Problem('moved_on', `this needs nobody: ${wordOfIntent(decided.intent)}`)
    case 'conflict':
      throw new Problem('conflict', 'that belongs to another post')
    case 'denied':
      throw toProblem(decided)
  }
}

/** Of something that was asked for directly. */
export async function toOutcomeAnswer(
  ctx: WorkflowCtx,
  result: PublishResult | Outcome,
  operation: string,
): Promise<OutcomeAnswer> {
  if (result.kind === 'unfit') throw unfit(result)
  if (result.kind === 'denied') throw toProblem(result)
  if (result.kind === 'conflict') throw new Problem('conflict', result.message)
  const intent = result.kind === 'dry_run' ? null : result.intent
  const { word, reason = null } = await sayOutcome(ctx, result, operation)
  return { word, reason, intent }
}

export function toProblem({ code, reason }: Denied): Problem {
  return new Problem(CODES[code] ?? 'refused', reason)
}

const CODES: Partial<Record<Denied['code'], ProblemCode>> = {
  paused: 'paused',
  invalid_input: 'bad_request',
  expired: 'moved_on',
  rejected: 'moved_on',
  storage: 'busy',
}

function unfit({ problems }: Extract<EditResult, { kind: 'unfit' }>): Problem {
  const described = problems.map(toProblemView)
  const message = described.map((problem) => problem.message).join(' ')
  return new Problem('unfit', message, { problems: described })
}

export function toProblemView(problem: DraftProblem): DraftProblemView {
  return { code: problem.code, message: describeDraftProblem(problem) }
}
