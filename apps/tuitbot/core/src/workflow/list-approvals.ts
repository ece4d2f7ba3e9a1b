import { type Intent } from '@armorer/gateway'
import { type ApprovalView, toApprovalViews } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { NotFound } from './errors.js'
import { listDeciders } from './people.js'

/** What waits for you: what nobody else can find out, then what is to be decided; what has waited longest first. */
export async function listApprovals(
  ctx: WorkflowCtx,
  account: string,
): Promise<readonly ApprovalView[]> {
  return toApprovalViews(ctx, await listWaiting(ctx, account))
}

/** How much of it is for you, now: not what others decide, nor what was put off until later. */
export async function countWaiting(ctx: WorkflowCtx, account: string): Promise<number> {
  const now = ctx.clock.now()
  const waiting = await listWaiting(ctx, account)
  const awake = waiting.filter(({ snoozedUntil = 0 }) => snoozedUntil <= now)
  if (listDeciders(ctx.config).length === 1) return awake.length
  const views = await toApprovalViews(ctx, awake)
  return views.filter(({ status }) => status !== 'waiting for others').length
}

export async function getApproval(ctx: WorkflowCtx, id: number): Promise<ApprovalView> {
  const [view] = await toApprovalViews(ctx, await ctx.gateway.list({ queueId: id, limit: 1 }))
  if (!view) throw new NotFound(`there is no approval ${id}`)
  return view
}

/** However much an agent asks for, what waited before and what went wrong stay in sight. */
async function listWaiting({ gateway }: WorkflowCtx, account: string): Promise<readonly Intent[]> {
  const [lost, asked] = await Promise.all([
    gateway.list({ account, states: ['needs_human'], after: FROM_THE_FIRST, limit: MOST }),
    gateway.list({ account, states: ['awaiting_approval'], after: FROM_THE_FIRST, limit: MOST }),
  ])
  return [...lost, ...asked]
}

/** No intent comes before it; so the gateway lists the oldest first. */
const FROM_THE_FIRST = ''
/** Far more than a person decides about. */
const MOST = 2_000
