import { ProviderError, type ProviderFailure } from '../x-api/provider-error.js'

/** Why a function of the toolkit failed. Each has its one code on the wire. */
export type ToolkitFailure =
  | { readonly code: 'x_rate_limited'; readonly retryAfterMs?: number }
  | { readonly code: 'x_auth_expired' }
  | { readonly code: 'x_forbidden'; readonly restricted: boolean }
  | { readonly code: 'x_network_error' }
  | { readonly code: 'x_not_configured' }
  /** `status` is what X answered; `passing`, that X itself was in trouble and the same may work soon. */
  | { readonly code: 'x_api_error'; readonly status: number; readonly passing: boolean }
  | {
      readonly code: 'tweet_too_long'
      readonly length: number
      readonly limit: number
      /** Which part of a thread it is, from 0. */
      readonly index?: number
    }
  | { readonly code: 'invalid_input'; readonly field: string }
  | { readonly code: 'unsupported_media_type' }
  | { readonly code: 'file_read_error'; readonly path: string }
  | { readonly code: 'media_upload_error' }
  /** Nothing here scrapes; the code stays for those who know it. */
  | { readonly code: 'scraper_mutation_blocked' }
  | {
      readonly code: 'thread_partial_failure'
      readonly postedIds: readonly string[]
      readonly failedIndex: number
      readonly total: number
      /** The part that broke off may stand on X all the same. */
      readonly unknown: boolean
    }

export class ToolkitError extends Error {
  override readonly name = 'ToolkitError'
  readonly failure: ToolkitFailure

  constructor(failure: ToolkitFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export function invalidInput(field: string, message: string): ToolkitError {
  return new ToolkitError({ code: 'invalid_input', field }, message)
}

/** What the door to X threw, as the toolkit says it. Anything else is a bug, and passes as it is. */
export function toToolkitError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  return new ToolkitError(toFailure(error.failure), error.message, { cause: error })
}

function toFailure(failure: ProviderFailure): ToolkitFailure {
  switch (failure.code) {
    case 'network':
      return { code: 'x_network_error' }
    case 'server_error':
      return { code: 'x_api_error', status: failure.status, passing: true }
    case 'rate_limited': {
      const { retryAfterMs } = failure
      return { code: 'x_rate_limited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
    }
    case 'usage_capped':
      return { code: 'x_api_error', status: 402, passing: false }
    case 'auth_expired':
      return { code: 'x_auth_expired' }
    case 'account_restricted':
      return { code: 'x_forbidden', restricted: true }
    case 'scope_insufficient':
    case 'client_forbidden':
    case 'duplicate_content':
    case 'forbidden':
      return { code: 'x_forbidden', restricted: false }
    case 'not_found':
      return { code: 'x_api_error', status: 404, passing: false }
    case 'bad_answer':
      return { code: 'x_api_error', status: 200, passing: false }
    case 'not_configured':
      return { code: 'x_not_configured' }
    case 'invalid_request':
    case 'other':
      return { code: 'x_api_error', status: failure.status, passing: false }
  }
}
