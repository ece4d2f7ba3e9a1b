import { type Decided, type Denial, type Outcome, type Principal } from '@armorer/gateway'
import { type ApprovalView } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { getApproval } from './list-approvals.js'

/** Who decides about which approval. */
export interface Decision {
  readonly id: number
  readonly by: Principal
  readonly note?: string | undefined
  /** The `content` that was shown; what has been edited since is not decided. */
  readonly content?: string | undefined
}

export type DecisionResult =
  | { readonly kind: 'decided'; readonly approval: ApprovalView; readonly outcome?: Outcome }
  /** It waits no longer: someone else has decided, or its time is over. */
  | { readonly kind: 'moved_on'; readonly approval: ApprovalView }
  | Denial
  | { readonly kind: 'conflict'; readonly message: string }

/** Lets it go ahead, once, exactly as it is kept. */
export async function approve(
  ctx: WorkflowCtx,
  { id, by, note, content }: Decision,
): Promise<DecisionResult> {
  const { intent } = await getApproval(ctx, id)
  const decided = await ctx.gateway.approve(intent, { principal: by, note, content })
  if (decided.kind !== 'decided') return toResult(ctx, id, decided)
  const outcome = await ctx.gateway.execute(intent)
  return { kind: 'decided', approval: await getApproval(ctx, id), outcome }
}

export async function reject(
  ctx: WorkflowCtx,
  { id, by, note }: Decision,
): Promise<DecisionResult> {
  const { intent } = await getApproval(ctx, id)
  return toResult(ctx, id, await ctx.gateway.reject(intent, { principal: by, note }))
}

export async function toResult(
  ctx: WorkflowCtx,
  id: number,
  decided: Decided,
): Promise<DecisionResult> {
  switch (decided.kind) {
    case 'decided':
    case 'moved_on':
      return { kind: decided.kind, approval: await getApproval(ctx, id) }
    case 'conflict':
      return {
        kind: 'conflict',
        message: 'the same post is there already, waiting or posted a moment ago',
      }
    case 'denied':
      return decided
  }
}
