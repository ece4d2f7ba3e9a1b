/** Using another server's tools. */
export { useMcpServer } from './use-mcp-server.js'
export type { McpTools, UseMcpOptions } from './use-mcp-server.js'
export type { McpAddress, McpCommand, McpSource } from './open-transport.js'
export type { Elicit } from './connection.js'
export type { Imported } from './import-tool.js'
export { AnswerTooLong } from './limit-answers.js'
