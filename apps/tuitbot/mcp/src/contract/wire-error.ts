/** Every code that an error of ours can have on the wire. */
export const WIRE_CODES = [
  'x_rate_limited',
  'x_auth_expired',
  'x_forbidden',
  'x_account_restricted',
  'x_network_error',
  'x_not_configured',
  'x_api_error',
  'scraper_mutation_blocked',
  'db_error',
  'validation_error',
  'invalid_input',
  'tweet_too_long',
  'llm_error',
  'llm_not_configured',
  'unsupported_media_type',
  'file_read_error',
  'media_upload_error',
  'thread_partial_failure',
  'policy_error',
  'policy_denied_blocked',
  'policy_denied_rate_limited',
  'policy_denied_hard_rule',
  'policy_denied_user_rule',
  'context_error',
  'recommendation_error',
  'topic_error',
  'not_found',
  'x_request_blocked',
  'serialization_error',
] as const

export type WireCode = (typeof WIRE_CODES)[number]

export interface WireError {
  readonly code: WireCode
  readonly message: string
  /** Whether the same call may well succeed later. */
  readonly retryable: boolean
  readonly retry_after_ms?: number
  readonly rate_limit_reset?: string
  readonly policy_decision?: 'denied'
  readonly tweet_index?: number
}

export function wireError(
  code: WireCode,
  message: string,
  more: Partial<Omit<WireError, 'code' | 'message'>> = {},
): WireError {
  return { code, message, retryable: false, ...more }
}
