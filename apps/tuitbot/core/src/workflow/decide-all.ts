import { type Denial } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'
import { finishDecision, type Decision, type DecisionResult } from './decide.js'
import { getApproval } from './list-approvals.js'

export type BulkResult =
  | { readonly kind: 'decided'; readonly results: readonly DecisionResult[] }
  | Denial

/** Decides about several, ten at most, each by itself: what has moved on keeps no other from being decided. */
export async function decideAll(
  ctx: WorkflowCtx,
  decision: 'approve' | 'reject',
  { ids, by, note }: Pick<Decision, 'by' | 'note'> & { readonly ids: readonly number[] },
): Promise<BulkResult> {
  const views = await Promise.all([...new Set(ids)].map((id) => getApproval(ctx, id)))
  const items = views.map(({ intent, content }) => ({ intent, content }))
  const decided = await ctx.gateway.decideAll(decision, { principal: by, note }, items)
  if (decided.kind === 'denied') return decided
  const results: DecisionResult[] = []
  for (const item of decided.items) results.push(await finishDecision(ctx, item.decided))
  return { kind: 'decided', results }
}
