import { createToolError, stop, type JsonValue, type StopOptions } from '@armorer/core'
import { type Denial, type Outcome } from './outcome.js'

/** What an outcome is for a tool: the value of the call, or the error by which it is stopped. The one table between the two. */
export function toToolResult(outcome: Outcome): { readonly value: unknown } {
  switch (outcome.kind) {
    case 'executed':
      return { value: outcome.value }
    case 'replayed':
      throw stop(
        { kind: 'duplicate', value: outcome.value },
        'this was done already',
        noted(outcome),
      )
    case 'in_progress':
      throw stop(
        { kind: 'in_progress' },
        outcome.message ?? 'the same is under way; ask again later',
        noted(outcome),
      )
    case 'needs_approval':
      throw stop(
        {
          kind: 'pending',
          asks: [{ for: 'approval', message: outcome.reason, rule: outcome.rule }],
          approvalId: String(outcome.queueId),
        },
        outcome.reason,
        noted(outcome),
      )
    case 'dry_run':
      throw stop(
        { kind: 'dry_run', ...(outcome.preview !== undefined && { preview: outcome.preview }) },
        `rehearsed only, as ${outcome.rule} says`,
      )
    case 'denied':
      throw toDenied(outcome)
    case 'failed':
      throw createToolError({
        category: outcome.retryAfterMs === undefined ? 'conflict' : 'transient',
        code: outcome.code,
        // Nothing was applied, so the same may be asked again; a loop that does so at once would not help.
        retryable: outcome.retryAfterMs !== undefined,
        message: outcome.message,
        details: refOf(outcome),
        ...(outcome.retryAfterMs !== undefined && { retryAfterMs: outcome.retryAfterMs }),
      })
    case 'unknown':
      throw stop(
        { kind: 'unknown' },
        outcome.message ??
          'it was sent, and what came of it is not known yet; do not send it again',
        noted(outcome),
      )
    case 'needs_human':
      throw stop(
        { kind: 'unknown' },
        `what came of it could not be found out; a person must look${said(outcome.message)}`,
        { ...noted(outcome), code: 'gateway.needs_human' },
      )
    case 'conflict':
      throw createToolError({
        category: 'conflict',
        code: 'gateway.conflict',
        message: outcome.message,
        ...(outcome.intent !== undefined && { details: { intent: outcome.intent } }),
      })
  }
}

function said(message: string | undefined): string {
  return message === undefined ? '' : `: ${message}`
}

function toDenied({ code, reason, rule, retryAfterMs, intent }: Denial) {
  if (code === 'cancelled') return stop({ kind: 'cancelled' }, reason)
  if (code === 'invalid_input') {
    return createToolError({
      category: 'validation',
      code: 'gateway.invalid_input',
      message: reason,
    })
  }
  return stop({ kind: 'denied', ...(rule !== undefined && { rule }) }, reason, {
    code: `gateway.${code}`,
    details: {
      ...(intent !== undefined && { intent }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  })
}

interface Ref {
  readonly intent: string
  readonly correlationId: string
}

function noted(ref: Ref): StopOptions {
  return { details: refOf(ref) }
}

function refOf({ intent, correlationId }: Ref): Record<string, JsonValue> {
  return { intent, correlationId }
}
