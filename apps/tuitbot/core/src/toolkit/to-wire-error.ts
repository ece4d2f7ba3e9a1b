import { type ToolkitError, type ToolkitFailure } from './errors.js'

/** A code that a failure of the toolkit can have on the wire. */
export type ToolkitWireCode = ToolkitFailure['code'] | 'x_account_restricted' | 'not_found'

export interface WireError {
  readonly code: ToolkitWireCode
  readonly message: string
  readonly retryable: boolean
  readonly retry_after_ms?: number
  readonly tweet_index?: number
}

/** The only place where a failure of the toolkit becomes a wire error. A new one does not compile until it is named here. */
export function toWireError({ failure, message }: ToolkitError): WireError {
  const say = (code: ToolkitWireCode, retryable = false): WireError => ({
    code,
    message,
    retryable,
  })
  switch (failure.code) {
    case 'x_rate_limited': {
      const { retryAfterMs } = failure
      return {
        ...say(failure.code, true),
        ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
      }
    }
    case 'x_network_error':
      return say(failure.code, true)
    case 'x_forbidden':
      return say(failure.restricted ? 'x_account_restricted' : failure.code)
    case 'x_api_error':
      if (failure.status === 404) return say('not_found')
      return say(failure.code, failure.passing)
    case 'tweet_too_long':
      return {
        ...say(failure.code),
        ...(failure.index !== undefined && { tweet_index: failure.index }),
      }
    case 'thread_partial_failure':
      // A part whose fate is not known must be found out, not sent again.
      return say(failure.code, !failure.unknown)
    case 'x_auth_expired':
    case 'x_not_configured':
    case 'invalid_input':
    case 'unsupported_media_type':
    case 'file_read_error':
    case 'media_upload_error':
    case 'scraper_mutation_blocked':
      return say(failure.code)
  }
}
