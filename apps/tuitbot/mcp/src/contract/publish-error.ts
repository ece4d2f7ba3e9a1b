import {
  describeDraftProblem,
  type ProviderCode,
  type PublishResult,
  reasonOfOutcome,
} from '@tuitbot/core'
import { DATABASE_TROUBLE } from './to-wire-error.js'
import { wireError, type WireCode, type WireError } from './wire-error.js'

export const ASK_AGAIN =
  'asking again later with the same arguments is safe, and answers with the post id once it is posted'

/** An outcome by which nothing was posted, as far as is known. */
export type FailedPublish = Extract<
  PublishResult,
  { readonly kind: 'denied' | 'failed' | 'unknown' | 'conflict' | 'needs_human' | 'unfit' }
>

/** Why there is no post, on the wire. A new outcome does not compile until it is named here. */
export function toPublishError(result: FailedPublish, now: number): WireError {
  switch (result.kind) {
    case 'unfit': {
      const isLong = result.problems.some(({ code }) => code === 'too_long')
      return wireError(
        isLong ? 'tweet_too_long' : 'invalid_input',
        result.problems.map(describeDraftProblem).join(' '),
      )
    }
    case 'denied':
      return errorOfDenial(result, now)
    case 'failed':
      return errorOfFailure(result)
    case 'unknown':
      return wireError('x_network_error', `${reasonOfOutcome(result)}: ${ASK_AGAIN}`, {
        retryable: true,
      })
    case 'conflict':
      return wireError('validation_error', result.message)
    case 'needs_human':
      return wireError(
        'x_api_error',
        `${reasonOfOutcome(result)}. That is for a person: do not post it another way`,
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
      // By the contract, what is blocked stays so; a pause ends.
      return denied('policy_error', {
        message: `${reason}; a person has to resume Tuitbot first, then ${ASK_AGAIN}`,
        retryable: true,
      })
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
      return wireError('db_error', DATABASE_TROUBLE, { retryable: true })
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
