/** Servers of the SDK, for transports of one's own. */
export { createMcpServer } from '../create-mcp-server.js'
export type { MakeServer } from '../create-mcp-server.js'
