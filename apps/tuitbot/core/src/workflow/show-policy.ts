import { toMilliseconds, type HeldRule, type Intent } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'
import { createPost } from './operations.js'
import { sayDeciders } from './people.js'
import { limitsOf, listRules } from './policy.js'

/** How much of a limit is used up. */
export interface LimitView {
  readonly dimension: string
  readonly used: number
  readonly max: number
  readonly windowMs: number
}

/** What stands between a wish and a post, now. */
export interface PolicyView {
  readonly mode: string
  readonly approvalMode: boolean
  /** Why nothing leaves at all; `null` where it may. */
  readonly paused: string | null
  /** Who decides about what waits, in words. */
  readonly decides: string
  readonly rules: readonly HeldRule[]
  readonly limits: readonly LimitView[]
}

export async function showPolicy(ctx: WorkflowCtx, account: string): Promise<PolicyView> {
  const { config, gateway } = ctx
  const [{ paused, reason }, limits] = await Promise.all([
    gateway.control(account),
    listLimits(ctx, account),
  ])
  return {
    mode: config.mode,
    approvalMode: config.approvalMode,
    paused: paused ? (reason ?? 'paused') : null,
    decides: sayDeciders(config),
    rules: listRules(config),
    limits,
  }
}

/** By when something was sent, as the gateway counts: it may have been asked for long before, and have waited for a person. */
async function listLimits(
  { config, gateway, clock }: WorkflowCtx,
  account: string,
): Promise<readonly LimitView[]> {
  const now = clock.now()
  const limits = limitsOf(config).map(({ dimension, max, per }) => {
    return { dimension, max, windowMs: toMilliseconds(per) ?? 0 }
  })
  const sent = await gateway.list({
    account,
    operations: [createPost.name],
    // What was sent counts, whatever is known of it.
    states: ['succeeded', 'dispatched', 'unknown', 'needs_human'],
    sentSince: now - Math.max(...limits.map(({ windowMs }) => windowMs)),
    limit: MOST_A_DAY,
  })
  return limits.map((limit) => {
    const counts = ({ args, dispatchedAt = 0 }: Intent) =>
      dispatchedAt > now - limit.windowMs && isReply(args) === (limit.dimension === 'replies')
    return { ...limit, used: sent.filter(counts).length }
  })
}

/** Posts and replies of a day, at the highest limits that can be set. */
const MOST_A_DAY = 2_000

function isReply(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'replyTo' in args
}
