import { type PublishResult, wordOfOutcome, type WorkflowCtx } from '@tuitbot/core'
import { z } from 'zod'
import { type Meta, type Reply } from './envelope.js'
import { ASK_AGAIN, toPublishError } from './publish-error.js'

/** A post that stands. */
const postedSchema = z.object({ id: z.string(), text: z.string() })

/** What a post is answered with: the post, or why there is none yet. */
export const publishedSchema = z.union([
  postedSchema,
  z.object({
    routed_to_approval: z.literal(true),
    approval_queue_id: z.number(),
    reason: z.string(),
    matched_rule_id: z.string(),
    message: z.string(),
  }),
  z.object({ in_progress: z.literal(true), message: z.string() }),
  z.object({
    dry_run: z.literal(true),
    would_execute: z.string(),
    matched_rule_id: z.string(),
    preview: z.unknown(),
  }),
])

export type Published = z.output<typeof publishedSchema>

/** The one table from what became of a post to what the client is told. */
export function toPublishReply(
  result: PublishResult,
  tool: string,
  { config, clock }: Pick<WorkflowCtx, 'config' | 'clock'>,
): Reply<Published> {
  const meta = { mode: config.mode, approval_mode: config.approvalMode, ...metaOf(result) }
  switch (result.kind) {
    case 'executed':
      return {
        data: result.value,
        meta: { ...meta, rollback: rollbackOf(result.undo, result.intent) },
      }
    case 'replayed':
      return {
        data: result.value ?? null,
        meta: { ...meta, rollback: rollbackOf(result.undo, result.intent) },
      }
    case 'needs_approval':
      return {
        success: false,
        data: {
          routed_to_approval: true,
          approval_queue_id: result.queueId,
          reason: result.reason,
          matched_rule_id: result.rule,
          message: `not posted: a person decides about number ${result.queueId} in Tuitbot's dashboard or its approvals in the terminal; ${ASK_AGAIN}`,
        },
        meta,
      }
    case 'in_progress':
      return {
        success: false,
        data: {
          in_progress: true,
          message: `${result.message ?? 'the same post is on its way'}; ${ASK_AGAIN}`,
        },
        meta,
      }
    case 'dry_run':
      return {
        success: false,
        data: {
          dry_run: true,
          would_execute: tool,
          matched_rule_id: result.rule,
          preview: result.preview ?? null,
        },
        meta,
      }
    case 'denied':
    case 'failed':
    case 'unknown':
    case 'conflict':
    case 'needs_human':
    case 'unfit':
      return { data: null, error: toPublishError(result, clock.now()), meta }
  }
}

function metaOf(result: PublishResult): Pick<Meta, 'outcome' | 'status' | 'correlation_id'> {
  if (result.kind === 'unfit') return { outcome: 'unfit', status: 'refused' }
  return {
    outcome: result.kind,
    status: wordOfOutcome(result, 'post.create'),
    ...('correlationId' in result && { correlation_id: result.correlationId }),
  }
}

function rollbackOf(undo: unknown, intent: string): NonNullable<Meta['rollback']> {
  if (undo === undefined) return { reversible: false }
  return { reversible: true, note: `a person can take it back: undo ${intent}` }
}
