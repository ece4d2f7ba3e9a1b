/** Everything of `@armorer/claude-agent-sdk`. */
export { claudeToolNames, createClaudeServer } from '@armorer/claude-agent-sdk'
export type { ClaudeServer, ClaudeServerOptions, ClaudeToolNames } from '@armorer/claude-agent-sdk'
