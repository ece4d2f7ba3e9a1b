/** Serving a toolbox over HTTP. */
export { createMcpHttp } from './create-mcp-http.js'
export type { McpHttp, McpHttpOptions } from './create-mcp-http.js'
export { serveHttp } from './serve-http.js'
export type { HttpServer, ServeHttpOptions } from './serve-http.js'
export type { AddressOptions } from './guard-addresses.js'
export type { SessionLimits } from './sessions.js'
export type { TrafficLimits } from './traffic.js'

/** Who may ask. */
export type { BearerOptions } from './bearer.js'
export { knownTokens } from './known-tokens.js'
export type { KnownToken } from './known-tokens.js'
