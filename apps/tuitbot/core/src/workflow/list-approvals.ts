import { type ApprovalView, toApprovalViews } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { NotFound } from './errors.js'

/** What waits for you, the newest first. */
export async function listApprovals(
  ctx: WorkflowCtx,
  account: string,
): Promise<readonly ApprovalView[]> {
  const states = ['awaiting_approval', 'needs_human'] as const
  return toApprovalViews(ctx, await ctx.gateway.list({ account, states, limit: MOST }))
}

/** Far more than a person decides about: what an agent asks for must not hide what waited before. */
const MOST = 2_000

export async function getApproval(ctx: WorkflowCtx, id: number): Promise<ApprovalView> {
  const [view] = await toApprovalViews(ctx, await ctx.gateway.list({ queueId: id, limit: 1 }))
  if (!view) throw new NotFound(`there is no approval ${id}`)
  return view
}
