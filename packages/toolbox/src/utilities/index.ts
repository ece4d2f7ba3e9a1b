/** Tools that run. */
export { createTool, isRunnableTool, lazy, recommended } from '@armorer/runtime'
export { createToolCall } from '../legacy/create-tool-call.js'
export type {
  AnyTool,
  CallOptions,
  RunnableTool,
  RunnableToolSpec,
  RuntimeToolContext,
  ToolCall,
  ToolResult,
} from '@armorer/runtime'

/** Tools by name. */
export { combineToolboxes, createRunner, createToolbox } from '@armorer/runtime'
export type { BatchOptions, Gate, Toolbox, ToolboxEntry, ToolboxOptions } from '@armorer/runtime'

/** A tool by which a model finds tools. */
export { createSearchTool } from '@armorer/runtime'
export type { SearchToolOptions } from '@armorer/runtime'

/** Tools made of tools. */
export { bind, parallel, pipe, postprocess, preprocess, when } from '@armorer/runtime'
export type { CompositionSpec } from '@armorer/runtime'

/** Layers of the names that composition had before: each wraps a tool with `.layer()`. */
export { retry, tap, timeout } from '@armorer/runtime'
export type { RetryOptions, Watcher } from '@armorer/runtime'
