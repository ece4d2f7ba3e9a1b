/** Services and layers. */
export { layered, service, wrap } from './service.js'
export type {
  Effects,
  Layer,
  Reading,
  ReadingLayer,
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
  LostCall,
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

export { streamCall } from './stream-call.js'
export type { CallStream, StreamOptions } from './stream-call.js'
export type { CallEvent } from './call-event.js'

/** Toolboxes. */
export { createRunner, createToolbox } from './runner.js'
export type { Signatures, SignaturesOf, Toolbox, ToolboxEntry, ToolboxOptions } from './runner.js'
export { combineToolboxes } from './combine-runners.js'
export type { BatchOptions } from './batch.js'
export type { Gate } from './gates.js'

/** Large toolboxes. */
export { activeToolbox } from './active-toolbox.js'
export type { ActiveToolbox } from './active-toolbox.js'
export { createActivation } from './activation.js'
export type { Activation, ActivationOptions } from './activation.js'
export { createSearchTool } from './search-tool.js'
export type { FoundTool, FoundTools, SearchToolOptions } from './search-tool.js'

/** Tools made of tools. */
export { bind } from './composition/bind.js'
export type { Unbound } from './composition/bind.js'
export type { CompositionSpec, JoinedEffects } from './composition/compose.js'
export { parallel } from './composition/parallel.js'
export { pipe } from './composition/pipe.js'
export type { PipedEffects } from './composition/pipe.js'
export { postprocess } from './composition/postprocess.js'
export { preprocess } from './composition/preprocess.js'
export { when } from './composition/when.js'

/** Layers. */
export { approval } from './layers/approval.js'
export type { ApprovalRequest, Approver } from './layers/approval.js'
export { budget } from './layers/budget.js'
export type { BudgetLayerOptions } from './layers/budget.js'
export { createBudget } from './budget.js'
export type {
  Amounts,
  Budget,
  BudgetLimits,
  BudgetOptions,
  Reservation,
  Resource,
} from './budget.js'
export { cache } from './layers/cache.js'
export type { CacheOptions } from './layers/cache.js'
export { circuitBreaker } from './layers/circuit-breaker.js'
export type { CircuitBreakerOptions, CircuitState } from './layers/circuit-breaker.js'
export { concurrency } from './layers/concurrency.js'
export { dedupe } from './layers/dedupe.js'
export { fallback } from './layers/fallback.js'
export type { FallbackOptions, StandsInFor } from './layers/fallback.js'
export { hedge } from './layers/hedge.js'
export type { HedgeOptions } from './layers/hedge.js'
export { loadShed } from './layers/load-shed.js'
export { log } from './layers/log.js'
export { createLoopHistory, loopGuard } from './layers/loop-guard.js'
export type { LoopHistory, LoopHistoryOptions } from './layers/loop-guard.js'
export { mapOutput } from './layers/map-output.js'
export { metrics } from './layers/metrics.js'
export type { CallMeasure } from './layers/metrics.js'
export { rateLimit } from './layers/rate-limit.js'
export type { RateLimitOptions } from './layers/rate-limit.js'
export { retry } from './layers/retry.js'
export type { RetryOptions } from './layers/retry.js'
export { tap } from './layers/tap.js'
export type { Watcher } from './layers/tap.js'
export { timeout } from './layers/timeout.js'
export { trace } from './layers/trace.js'
export { truncateOutput } from './layers/truncate-output.js'
export type { TruncatedOutput, TruncateOptions } from './layers/truncate-output.js'
export { createOutputStore } from './output-store.js'
export type { OutputStore, OutputStoreOptions } from './output-store.js'
export { createOutputTool } from './output-tool.js'
export type { OutputToolOptions } from './output-tool.js'
