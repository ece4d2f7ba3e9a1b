/** Why X, or the way to X, failed a call. */
export type ProviderFailure =
  /** The way failed: no connection, no answer, or an answer that cannot be read. */
  | { readonly code: 'network' }
  | { readonly code: 'server_error'; readonly status: number; readonly message: string }
  | { readonly code: 'rate_limited'; readonly retryAfterMs?: number }
  /** No reads or credits are left until the cycle ends or somebody pays. */
  | { readonly code: 'usage_capped' }
  | { readonly code: 'auth_expired' }
  | { readonly code: 'scope_insufficient' }
  /** The app is not enrolled, or uses the wrong kind of token: its operator must act. */
  | { readonly code: 'client_forbidden' }
  | { readonly code: 'account_restricted' }
  | { readonly code: 'duplicate_content' }
  | { readonly code: 'forbidden' }
  | { readonly code: 'not_found' }
  | { readonly code: 'invalid_request'; readonly status: number }
  /** JSON of another shape than X's contract says. */
  | { readonly code: 'bad_answer' }
  /** Nothing is connected, or there is no token of the kind that this call takes. */
  | { readonly code: 'not_configured' }
  | { readonly code: 'other'; readonly status: number }

export type ProviderCode = ProviderFailure['code']

/** The one error of the door to X. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Whether the same call, at once or soon, may well succeed. A client may repeat such a read by itself. */
export function isTransient({ failure }: ProviderError): boolean {
  return failure.code === 'network' || failure.code === 'server_error'
}

/** Whether the same call may succeed later. A rate limit is, but when to try again is the caller's choice. */
export function isRetryable(error: ProviderError): boolean {
  return isTransient(error) || error.failure.code === 'rate_limited'
}
