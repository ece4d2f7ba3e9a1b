/** Why nothing was written. */
export type LlmFailure =
  /** The operator must act: a key, a model or an address is missing or unknown to the provider. */
  | 'not_configured'
  /** The provider does not know the key, or nothing is left to pay with. */
  | 'unauthorized'
  | 'rate_limited'
  /** It was not what was asked for: no text, no JSON, a tool nobody offered. */
  | 'bad_answer'
  /** No connection, no answer in time, or trouble on the other side. */
  | 'unavailable'
  /** The request is longer than the model reads, or the answer longer than anyone does. */
  | 'too_long'

/** The one error of providers. Neither keys nor what the other side wrote are part of it. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly code: LlmFailure
  /** Of a rate limit: how long the other side asks us to wait. */
  readonly retryAfterMs?: number

  constructor(
    code: LlmFailure,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}
