import { type ServerOptions } from 'node:http'

export interface TimeLimits {
  /** How long the headers of a request may take. Ten seconds unless given. */
  readonly headersMs?: number
  /** How long its body may take after them. Thirty seconds unless given. */
  readonly bodyMs?: number
}

/** What Node's server is told of what a request may take. */
export function nodeLimits({ headersMs = 10_000, bodyMs = 30_000 }: TimeLimits = {}) {
  return {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs,
    // The body is timed where it is read; this is for whoever is turned away without a look at it.
    requestTimeout: headersMs + bodyMs,
    // Node looks every half a minute unless told, and whoever is late stays until it does.
    connectionsCheckingInterval: Math.ceil(headersMs / 20),
  } satisfies ServerOptions
}
