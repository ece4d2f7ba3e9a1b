import { createTool } from '@armorer/runtime'
import { listApprovals, type ApprovalView, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'

const nothing = z.null()

const approvalSchema = z.object({
  id: z.number(),
  action_type: z.enum(['tweet', 'reply', 'delete']),
  target_tweet_id: z.string().nullable(),
  target_author: z.string().nullable(),
  generated_content: z.string(),
  topic: nothing,
  archetype: nothing,
  score: nothing,
  status: z.enum(['pending', 'needs_human']),
  created_at: z.string(),
  reviewed_by: z.string().nullable(),
  review_notes: nothing,
  reason: z.string(),
  detected_risks: z.array(z.string()),
})

export function listPendingApprovalsTool({ ctx, account }: Pick<Tuitbot, 'ctx' | 'account'>) {
  const { mode, approvalMode } = ctx.config
  return createTool({
    name: 'list_pending_approvals',
    title: 'What waits for a person',
    description: 'Everything that waits for a person to decide, oldest first. No tool decides.',
    input: z.strictObject({}),
    output: envelopeSchema(z.array(approvalSchema)),
    // Drafts answer strangers, and name them.
    risk: { effects: 'read', untrustedOutput: true },
    run: (_input, { logger }) =>
      answering({ clock: ctx.clock, logger }, async () => ({
        data: (await listApprovals(ctx, account)).filter(isInQueue).map(toApproval),
        meta: { mode, approval_mode: approvalMode },
      })),
  })
}

/** What was sent without asking anyone has no number, and is not decided: page and terminal show what to do about it. */
function isInQueue({ id }: ApprovalView): boolean {
  return id > 0
}

function toApproval(view: ApprovalView): z.output<typeof approvalSchema> {
  const { id, operation, answers, text, status, createdAt, reason, rule, voices } = view
  const made = answers ? 'reply' : 'tweet'
  return {
    id,
    action_type: operation === 'post.delete' ? 'delete' : made,
    target_tweet_id: answers?.id ?? null,
    target_author: answers?.username ?? null,
    generated_content: text,
    topic: null,
    archetype: null,
    score: null,
    status: status === 'needs you' ? 'needs_human' : 'pending',
    created_at: new Date(createdAt).toISOString(),
    reviewed_by: voices.map(({ by }) => by).join(', ') || null,
    review_notes: null,
    reason,
    detected_risks: rule === 'hard:untrusted-approval' ? ['untrusted_sources'] : [],
  }
}
