/** Services and layers. */
export { layered, service, wrap } from './service.js'
export type {
  Effects,
  Layer,
  Repeatable,
  RepeatingLayer,
  Service,
  Stack,
  UniformLayer,
} from './service.js'
export { applyPolicy, layerStack } from './layer-stack.js'
export { createContext } from './create-context.js'
export type {
  CallContext,
  CallFacts,
  CallLimits,
  DerivedContext,
  Principal,
  RuntimeToolContext,
  ToolCallInfo,
  ToolEvent,
} from './context.js'
export { systemClock } from './clock.js'
export type { Clock, Timer } from './clock.js'

/** Tools that run. */
export { createTool } from './create-tool.js'
export { isRunnableTool } from './is-runnable-tool.js'
export { lazy } from './lazy.js'
export { recommended } from './recommended.js'
export type {
  AnyTool,
  CallOptions,
  EffectsOf,
  OutputFor,
  ReturnedBy,
  RunnableTool,
  RunnableToolSpec,
  ToolCall,
  ToolCompanions,
  ToolFor,
} from './tool.js'
export { stop, stoppedBy } from '@armorer/core'
export type { StopOptions, Stopped } from '@armorer/core'
export type { ToolResult } from './outcome.js'
export type { JsonSchemaValidator, Validate } from './validate.js'

/** Toolboxes. */
export { createRunner, createToolbox } from './runner.js'
export type { Signatures, SignaturesOf, Toolbox, ToolboxEntry, ToolboxOptions } from './runner.js'
export { combineToolboxes } from './combine-runners.js'
export type { BatchOptions } from './batch.js'
export type { Gate } from './gates.js'

/** Layers. */
export { approval } from './layers/approval.js'
export type { ApprovalRequest, Approver } from './layers/approval.js'
export { concurrency } from './layers/concurrency.js'
export { log } from './layers/log.js'
export { retry } from './layers/retry.js'
export type { RetryOptions } from './layers/retry.js'
export { tap } from './layers/tap.js'
export type { Watcher } from './layers/tap.js'
export { timeout } from './layers/timeout.js'
export { trace } from './layers/trace.js'
