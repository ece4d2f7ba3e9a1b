import { createTool } from '@armorer/runtime'
import { showPolicy, wouldWait, type PolicyView, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'

const usage = z.object({
  used: z.number(),
  max: z.number(),
  period_seconds: z.number(),
  period_start: z.string(),
})

const policySchema = z.object({
  enforce_for_mutations: z.boolean(),
  require_approval_for: z.array(z.string()),
  blocked_tools: z.array(z.string()),
  dry_run_mutations: z.boolean(),
  max_mutations_per_hour: z.number().nullable(),
  mode: z.string(),
  paused: z.string().nullable(),
  rate_limit: usage,
  who_decides: z.string(),
  template: z.string().nullable(),
  rules: z.array(z.object({ id: z.string(), action: z.string(), reason: z.string() })),
  rate_limits: z.array(usage.extend({ dimension: z.string() })),
})

export function getPolicyStatusTool(tuitbot: Pick<Tuitbot, 'ctx' | 'account'>) {
  const { ctx, account } = tuitbot
  const { mode, approvalMode } = ctx.config
  return createTool({
    name: 'get_policy_status',
    title: 'What may be posted',
    description:
      'Which rules hold for posts, what needs a person, and how much of the limits is used.',
    input: z.strictObject({}),
    output: envelopeSchema(policySchema),
    risk: { effects: 'read' },
    run: (_input, call) =>
      answering({ clock: ctx.clock, logger: call.logger }, async () => {
        const [view, waits] = await Promise.all([
          showPolicy(ctx, account),
          wouldWait(tuitbot, call),
        ])
        return {
          data: toStatus(view, waits, ctx.clock.now()),
          meta: { mode, approval_mode: approvalMode },
        }
      }),
  })
}

const POST = 'x_post_tweet'
const REPLY = 'x_reply_to_tweet'

function toStatus(
  view: PolicyView,
  waits: Awaited<ReturnType<typeof wouldWait>>,
  now: number,
): z.output<typeof policySchema> {
  const limits = view.limits.map(({ dimension, used, max, windowMs }) => ({
    dimension,
    used,
    max,
    period_seconds: windowMs / 1000,
    period_start: new Date(now - windowMs).toISOString(),
  }))
  const [longest] = limits.toSorted((a, b) => b.period_seconds - a.period_seconds)
  return {
    enforce_for_mutations: true,
    require_approval_for: [...(waits.post ? [POST] : []), ...(waits.reply ? [REPLY] : [])],
    blocked_tools: view.paused === null ? [] : [POST, REPLY],
    dry_run_mutations: false,
    // Limits are by the day.
    max_mutations_per_hour: null,
    mode: view.mode,
    paused: view.paused,
    rate_limit: {
      used: limits.reduce((sum, { used }) => sum + used, 0),
      max: limits.reduce((sum, { max }) => sum + max, 0),
      period_seconds: longest?.period_seconds ?? 0,
      period_start: longest?.period_start ?? new Date(now).toISOString(),
    },
    who_decides: view.decides,
    template: null,
    rules: view.rules.map(({ id, action, reason }) => ({ id, action, reason })),
    rate_limits: limits,
  }
}
