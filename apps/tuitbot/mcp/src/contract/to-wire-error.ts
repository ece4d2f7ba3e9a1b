import { isToolError, type ToolErrorCategory } from '@armorer/core'
import { type ToolResult } from '@armorer/runtime'
import {
  isStorageFailure,
  LlmError,
  NotFound,
  ToolkitError,
  toWireError as fromToolkit,
} from '@tuitbot/core'
import { wireError, type WireCode, type WireError } from './wire-error.js'

/** The only place where something thrown becomes an error on the wire. What nobody foresaw is told without its words. */
export function toWireError(thrown: unknown): WireError {
  if (thrown instanceof ToolkitError) return fromToolkit(thrown)
  if (thrown instanceof NotFound) return wireError('not_found', thrown.message)
  if (thrown instanceof LlmError) return fromLlm(thrown)
  if (isStorageFailure(thrown)) {
    const retryable = thrown.code === 'busy' || thrown.code === 'unavailable'
    return wireError('db_error', DATABASE_TROUBLE, { retryable })
  }
  if (isToolError(thrown)) {
    const { category, message, retryable } = thrown
    return wireError(CODE_OF[category], message, { retryable })
  }
  return wireError('serialization_error', UNFORESEEN)
}

/** Its own words may hold anything; the log has them. */
const UNFORESEEN = 'something went wrong that nobody foresaw; the log says what'

/** Its own words name files and statements, which are nobody's business on the other side; the log has them. */
export const DATABASE_TROUBLE =
  'the database could not do this, and nothing was changed; the log, or `tuitbot doctor`, says why'

/** The error of a call that never came to an answer of its own. */
export function errorOfResult(
  result: Exclude<ToolResult, { readonly kind: 'done' | 'duplicate' }>,
): WireError {
  switch (result.kind) {
    case 'failed':
      return toWireError(result.error)
    case 'denied':
    case 'pending':
    case 'dry_run':
      return wireError('policy_denied_user_rule', result.error.message, {
        policy_decision: 'denied',
      })
    case 'in_progress':
    case 'cancelled':
      return wireError('policy_error', result.error.message, { retryable: true })
    case 'unknown':
      return wireError('x_network_error', result.error.message)
  }
}

const CODE_OF: Readonly<Record<ToolErrorCategory, WireCode>> = {
  validation: 'invalid_input',
  permission: 'policy_denied_user_rule',
  not_found: 'not_found',
  conflict: 'validation_error',
  transient: 'x_network_error',
  timeout: 'x_network_error',
  cancelled: 'policy_error',
  internal: 'serialization_error',
}

function fromLlm({ code, message, retryAfterMs }: LlmError): WireError {
  if (code === 'not_configured') return wireError('llm_not_configured', message)
  return wireError('llm_error', message, {
    retryable: code === 'rate_limited' || code === 'unavailable',
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
  })
}
