/** Everything of `@armorer/mcp/http`. */
export { createMcpHttp, knownTokens, serveHttp } from '@armorer/mcp/http'
export type {
  AddressOptions,
  BearerOptions,
  HttpServer,
  KnownToken,
  McpHttp,
  McpHttpOptions,
  ServeHttpOptions,
  SessionLimits,
  TrafficLimits,
} from '@armorer/mcp/http'
