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
  const { config, gateway, clock } = ctx
  const [{ paused, reason }, sent] = await Promise.all([
    gateway.control(account),
    gateway.list({
      account,
      operations: [createPost.name],
      // What was sent counts, whatever is known of it.
      states: ['succeeded', 'dispatched', 'unknown', 'needs_human'],
      limit: MOST_A_DAY,
    }),
  ])
  const now = clock.now()
  return {
    mode: config.mode,
    approvalMode: config.approvalMode,
    paused: paused ? (reason ?? 'paused') : null,
    decides: sayDeciders(config),
    rules: listRules(config),
    limits: limitsOf(config).map(({ dimension, max, per }) => {
      const windowMs = toMilliseconds(per) ?? 0
      const counts = ({ args, dispatchedAt = 0 }: Intent) =>
        dispatchedAt > now - windowMs && isReply(args) === (dimension === 'replies')
      return { dimension, max, windowMs, used: sent.filter(counts).length }
    }),
  }
}

/** Posts and replies of a day, at the highest limits that can be set. */
const MOST_A_DAY = 2_000

function isReply(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'replyTo' in args
}
