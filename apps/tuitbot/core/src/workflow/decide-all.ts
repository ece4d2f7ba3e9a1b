import { type Denial } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'
import { finishDecision, type Decision, type DecisionResult } from './decide.js'
import { getApproval } from './list-approvals.js'
import { problemWithNote } from './note.js'

export interface BulkDecision extends Pick<Decision, 'by' | 'note'> {
  readonly wanted: ReadonlyArray<Pick<Decision, 'id' | 'content'>>
}

export type BulkResult =
  | { readonly kind: 'decided'; readonly results: readonly DecisionResult[] }
  | Denial

/** Decides about several, ten at most, each by itself: what has moved on keeps no other from being decided. */
export async function decideAll(
  ctx: WorkflowCtx,
  decision: 'approve' | 'reject',
  { wanted, by, note }: BulkDecision,
): Promise<BulkResult> {
  const problem = problemWithNote(note)
  if (problem !== undefined) return { kind: 'denied', code: 'invalid_input', reason: problem }
  const once = new Map(wanted.map((one) => [one.id, one.content]))
  const items = await Promise.all(
    Array.from(once, async ([id, seen]) => {
      const { intent, content } = await getApproval(ctx, id)
      return { intent, content: seen ?? content }
    }),
  )
  const decided = await ctx.gateway.decideAll(decision, { principal: by, note }, items)
  if (decided.kind === 'denied') return decided
  const results: DecisionResult[] = []
  for (const item of decided.items) results.push(await finishDecision(ctx, item.decided))
  return { kind: 'decided', results }
}
