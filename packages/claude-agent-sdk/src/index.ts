/** A toolbox in the hands of the Claude Agent SDK. */
export { createClaudeServer } from './create-claude-server.js'
export type { ClaudeServer, ClaudeServerOptions } from './create-claude-server.js'
export { claudeToolNames } from './claude-tool-names.js'
export type { ClaudeToolNames } from './claude-tool-names.js'
