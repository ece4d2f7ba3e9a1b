/** Everything of `@armorer/mcp/server`. */
export { createMcpServer } from '@armorer/mcp/server'
export type { MakeServer } from '@armorer/mcp/server'
