import {
  type ProviderCode,
  type PublishResult,
  wordOfOutcome,
  type WorkflowCtx,
} from '@tuitbot/core'
import { z } from 'zod'
import { describeProblems } from './describe-problems.js'
import { type Meta, type Reply } from './envelope.js'
import { wireError, type WireCode, type WireError } from './wire-error.js'

/** A post that stands. */
export const postedSchema = z.object({ id: z.string(), text: z.string() })

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

const ASK_AGAIN =
  'asking again later with the same arguments is safe, and answers with the post id once it is posted'

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
        data: { in_progress: true, message: `the same post is on its way; ${ASK_AGAIN}` },
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
      return { data: null, error: errorOf(result, clock.now()), meta }
  }
}

type Failed = Extract<
  PublishResult,
  { readonly kind: 'denied' | 'failed' | 'unknown' | 'conflict' | 'needs_human' | 'unfit' }
>

function errorOf(result: Failed, now: number): WireError {
  switch (result.kind) {
    case 'unfit': {
      const isLong = result.problems.some(({ code }) => code === 'too_long')
      return wireError(
        isLong ? 'tweet_too_long' : 'invalid_input',
        describeProblems(result.problems),
      )
    }
    case 'denied':
      return errorOfDenial(result, now)
    case 'failed':
      return errorOfFailure(result)
    case 'unknown':
      return wireError(
        'x_network_error',
        `it was sent, and what came of it is not known yet; do not post it another way: ${ASK_AGAIN}`,
        { retryable: true },
      )
    case 'conflict':
      return wireError('validation_error', result.message)
    case 'needs_human':
      return wireError(
        'x_api_error',
        'it was sent, and what came of it could not be found out; a person has to look, so do not post it another way',
      )
  }
}

type Denied = Extract<PublishResult, { readonly kind: 'denied' }>

function errorOfDenial({ code, reason, rule = '', retryAfterMs }: Denied, now: number): WireError {
  const denied = (as: WireCode, more: Partial<WireError> = {}) =>
    wireError(as, reason, { policy_decision: 'denied', ...more })
  switch (code) {
    case 'policy':
      if (rule.startsWith('hard:')) return denied('policy_denied_hard_rule')
      if (rule.startsWith('v1:blocked:')) return denied('policy_denied_blocked')
      return denied('policy_denied_user_rule')
    case 'limit':
      return denied('policy_denied_rate_limited', {
        ...(retryAfterMs !== undefined && {
          retry_after_ms: Math.ceil(retryAfterMs),
          rate_limit_reset: new Date(now + retryAfterMs).toISOString(),
        }),
      })
    case 'paused':
    case 'old_writer':
      return denied('policy_denied_blocked')
    case 'not_approved':
    case 'rejected':
    case 'expired':
      return denied('policy_denied_user_rule')
    case 'invalid_input':
      return wireError('invalid_input', reason)
    case 'repeat_not_allowed':
      return wireError('validation_error', reason)
    case 'storage':
      return wireError('db_error', reason, { retryable: true })
    case 'cancelled':
    case 'closing':
    case 'lost_lease':
      return wireError('policy_error', reason, { retryable: true })
  }
}

type Refused = Extract<PublishResult, { readonly kind: 'failed' }>

/** X has certainly not taken it. */
function errorOfFailure({ code, message, retryAfterMs }: Refused): WireError {
  if (code === 'not_sent') return wireError('x_network_error', message, { retryable: true })
  return wireError(CODE_BY_NAME.get(code) ?? 'x_api_error', message, {
    retryable: code === 'rate_limited' || code === 'network' || code === 'server_error',
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
  })
}

const CODE_OF_REFUSAL: Readonly<Record<ProviderCode, WireCode>> = {
  network: 'x_network_error',
  server_error: 'x_api_error',
  rate_limited: 'x_rate_limited',
  usage_capped: 'x_api_error',
  auth_expired: 'x_auth_expired',
  scope_insufficient: 'x_forbidden',
  client_forbidden: 'x_forbidden',
  account_restricted: 'x_account_restricted',
  duplicate_content: 'x_forbidden',
  forbidden: 'x_forbidden',
  not_found: 'not_found',
  invalid_request: 'x_api_error',
  bad_answer: 'x_api_error',
  not_configured: 'x_not_configured',
  other: 'x_api_error',
}

/** A code may be any text, such as the name of something that every object has. */
const CODE_BY_NAME: ReadonlyMap<string, WireCode> = new Map(Object.entries(CODE_OF_REFUSAL))

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
