/** Tools that run, and toolboxes. */
export { combineToolboxes, createRunner, createTool, lazy, recommended } from '@armorer/runtime'
export { isRunnableTool, isRunnableTool as isTool } from '@armorer/runtime'
export { createToolbox } from './legacy/create-toolbox.js'
export type { LegacyError, LegacyToolbox } from './legacy/create-toolbox.js'
export { createToolCall } from './legacy/create-tool-call.js'
export { isToolbox } from './legacy/is-toolbox.js'
export type {
  AnyTool,
  BatchOptions,
  CallOptions,
  RunnableTool,
  RunnableToolSpec,
  RuntimeToolContext,
  Toolbox,
  ToolboxOptions,
  ToolCall,
  ToolResult,
} from '@armorer/runtime'

/** The layers that most tools want; `armorer/runtime` has them all. */
export {
  approval,
  budget,
  cache,
  circuitBreaker,
  concurrency,
  createBudget,
  log,
  rateLimit,
  retry,
  tap,
  timeout,
  trace,
} from '@armorer/runtime'

/** Tools as data; `armorer/core` has it all. */
export {
  createRegistry,
  createToolError,
  defineTool,
  isToolError,
  serializeRegistry,
  serializeToolDefinition,
  serializeTools,
  ToolError,
} from '@armorer/core'
export type {
  Decision,
  Loss,
  RiskSpec,
  SerializedToolDefinition,
  ToolDefinition,
  ToolErrorCategory,
  ToolErrorData,
  ToolId,
  ToolRisk,
} from '@armorer/core'
