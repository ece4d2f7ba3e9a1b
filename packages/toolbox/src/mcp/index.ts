/** Everything of `@armorer/mcp`. */
export { IDEMPOTENCY_KEY, LOSSES, annotationsOf, askingByForm, createJsonSchemaValidator, createMcpServer, createReaders, createUsedForms, listToolNames, mcpRequestOf, mcpResult, needInput, serveStdio, toAnswer, toValueAnswer } from '@armorer/mcp'
export type { Complete, FormDecision, FormOptions, McpAnnotations, McpAnswer, McpCaller, McpPrompt, McpResource, McpResourceTemplate, McpResources, McpResult, McpServerOptions, Narrowing, NeededInput, Outlet, Readers, ServeStdioOptions, StdioServer, StdioStreams, ToolCallerOptions, UsedForms } from '@armorer/mcp'
