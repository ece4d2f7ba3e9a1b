/** What a tool or a set of tools looks like, and what it costs a model to be told of it. */
export {
  compareToolsLock,
  contractHash,
  estimateTokens,
  formatToolsLock,
  inspectRegistry,
  inspectTool,
  lockTools,
  parseToolsLock,
  toolTokens,
} from '@armorer/core'
export type {
  LockedTool,
  ParameterInspection,
  RegistryInspection,
  ToolChange,
  ToolContract,
  ToolInspection,
  ToolsLock,
} from '@armorer/core'
