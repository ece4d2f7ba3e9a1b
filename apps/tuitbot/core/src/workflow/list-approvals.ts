import { type ApprovalView, toApprovalViews } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { NotFound } from './errors.js'

/** What waits for you, the newest first. */
export async function listApprovals(
  { gateway, db }: WorkflowCtx,
  account: string,
): Promise<readonly ApprovalView[]> {
  const intents = await gateway.list({ account, states: ['awaiting_approval', 'needs_human'] })
  return toApprovalViews(db, intents)
}

export async function getApproval({ gateway, db }: WorkflowCtx, id: number): Promise<ApprovalView> {
  const [view] = await toApprovalViews(db, await gateway.list({ queueId: id, limit: 1 }))
  if (!view) throw new NotFound(`there is no approval ${id}`)
  return view
}
