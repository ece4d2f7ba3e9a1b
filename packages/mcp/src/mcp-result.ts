import { type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server'

const RESULT = Symbol('a result of the protocol')

/** A result in the protocol's own words. */
export type McpResult = CallToolResult | InputRequiredResult

/** The value of a tool that speaks MCP itself: pictures, sounds, links, requests to the client. It goes out as it is. */
export function mcpResult(result: McpResult): object {
  return { [RESULT]: result }
}

export function findMcpResult(value: unknown): McpResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // Set above and by nobody else.
  return Reflect.get(value, RESULT) as McpResult | undefined
}
