import {
  type Decided,
  type Denial,
  type Intent,
  type Outcome,
  type Principal,
} from '@armorer/gateway'
import { type ApprovalView } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { getApproval } from './list-approvals.js'
import { problemWithNote } from './note.js'

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
  const problem = problemWithNote(note)
  if (problem !== undefined) return { kind: 'denied', code: 'invalid_input', reason: problem }
  return finishDecision(ctx, await ctx.gateway.approve(intent, { principal: by, note, content }))
}

/** It does not go out. A note says why, to whoever reads it again, and to the agent that asked. */
export async function reject(
  ctx: WorkflowCtx,
  { id, by, note }: Decision,
): Promise<DecisionResult> {
  const { intent } = await getApproval(ctx, id)
  const problem = problemWithNote(note)
  if (problem !== undefined) return { kind: 'denied', code: 'invalid_input', reason: problem }
  const decider = { principal: by, note: note?.trim() || undefined }
  return toResult(ctx, await ctx.gateway.reject(intent, decider))
}

/** Sends what was approved, however it was decided, and says what came of it. */
export async function finishDecision(ctx: WorkflowCtx, decided: Decided): Promise<DecisionResult> {
  if (decided.kind !== 'decided' || decided.intent.state !== 'approved') {
    return toResult(ctx, decided)
  }
  const outcome = await ctx.gateway.execute(decided.intent.id)
  return { kind: 'decided', approval: await viewOf(ctx, decided.intent), outcome }
}

/** Sends what was approved and has not left yet, and says of each what came of it. */
export async function sendApproved(
  ctx: WorkflowCtx,
  account: string,
): Promise<readonly DecisionResult[]> {
  const approved = await ctx.gateway.list({ account, states: ['approved'], limit: 1_000 })
  const results: DecisionResult[] = []
  for (const intent of approved.toReversed()) {
    results.push(await finishDecision(ctx, { kind: 'decided', intent }))
  }
  return results
}

export async function toResult(ctx: WorkflowCtx, decided: Decided): Promise<DecisionResult> {
  switch (decided.kind) {
    case 'decided':
    case 'moved_on':
      return { kind: decided.kind, approval: await viewOf(ctx, decided.intent) }
    case 'conflict':
      return {
        kind: 'conflict',
        message: 'the same post is there already, waiting or posted a moment ago',
      }
    case 'denied':
      return decided
  }
}

function viewOf(ctx: WorkflowCtx, { queueId = 0 }: Intent): Promise<ApprovalView> {
  return getApproval(ctx, queueId)
}
