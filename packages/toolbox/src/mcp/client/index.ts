/** Everything of `@armorer/mcp/client`. */
export { AnswerTooLong, useMcpServer } from '@armorer/mcp/client'
export type {
  Elicit,
  Imported,
  McpAddress,
  McpCommand,
  McpSource,
  McpTools,
  UseMcpOptions,
} from '@armorer/mcp/client'
