/** What OpenAI, and hosts that speak its formats, call a failure that comes without a status of its own. */
export const FAILURE_STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['invalid_api_key', 401],
  // It comes as 429, but no waiting helps.
  ['insufficient_quota', 402],
  ['rate_limit_exceeded', 429],
  ['server_error', 500],
  ['overloaded_error', 503],
])
