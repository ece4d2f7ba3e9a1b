/** What a tool is. */
export { defineTool } from './tool-definition.js'
export type {
  DefinitionOf,
  ToolDefinition,
  ToolLifecycle,
  ToolNaming,
  ToolSpec,
} from './tool-definition.js'
export { isToolDefinition } from './is-tool-definition.js'
export { DEFAULT_NAMESPACE, formatToolId, normalizeIdentity, parseToolId } from './identity.js'
export type { NormalizedIdentity, ToolId, ToolIdentity } from './identity.js'
export {
  DATA_SENSITIVITIES,
  EFFECT_KINDS,
  joinRisk,
  NO_RISK,
  resolveRisk,
  UNKNOWN_RISK,
} from './risk.js'
export type { DataSensitivity, EffectKind, RiskOf, RiskSpec, ToolRisk } from './risk.js'
export { isTag, uniqueTags } from './tag-utilities.js'
export { isStandardSchema, noInput } from './schema.js'
export type {
  ArgsOf,
  JsonSchema,
  JsonSchemaOptions,
  OutputOf,
  PlainSchema,
  SchemaDirection,
  SchemaIssue,
  SchemaResult,
  StandardSchema,
  ToolSchema,
  ValueOf,
} from './schema.js'
export { schemaKeys, toJsonSchema } from './schema-utilities.js'
export type { JsonObject, JsonValue } from './json.js'

/** Whether a call may go ahead. */
export { allow, askApproval, askInput, combine, deny, rehearse, isWeaker } from './decision.js'
export type { Ask, Decision, Reason } from './decision.js'

/** What a call may know, and how it fails. */
export type {
  LogFields,
  Logger,
  Span,
  SpanAttributes,
  SpanOptions,
  ToolContext,
  Tracer,
} from './context.js'
export {
  createToolError,
  isToolError,
  TOOL_ERROR_CATEGORIES,
  ToolError,
  toolErrorCode,
  toToolError,
} from './errors.js'
export type { ToolErrorCategory, ToolErrorData, ToolErrorOptions } from './errors.js'
export { stop, stoppedBy } from './stop.js'
export type { StopOptions, Stopped } from './stop.js'

/** Sets of tools. */
export { createRegistry } from './registry/create-registry.js'
export type {
  RegistryOptions,
  RegistrySnapshot,
  RegistryView,
  ToolRegistry,
} from './registry/create-registry.js'
export type { RegisterOptions } from './registry/registry-state.js'
export type { RegistryWarning } from './registry/registry-warning.js'
export type { Resolution, ResolveOptions, VersionSelector } from './registry/resolve.js'
export { combineRegistries } from './combine-registries.js'
export {
  and,
  hasInputKeys,
  hasRisk,
  hasTag,
  inNamespace,
  isDeprecated,
  mentions,
  not,
  or,
  versionIn,
} from './query-predicates.js'
export type { RiskQuery, ToolPredicate } from './query-predicates.js'

/** One text and one hash for every value, and texts as a person can judge them. */
export { canonicalJson } from './serialization/stable-json.js'
export { digest } from './digest.js'
export { showUnseen } from './show-unseen.js'

/** Tools as JSON. */
export {
  serializeRegistry,
  serializeToolDefinition,
  serializeTools,
  stringifyTools,
} from './serialization/serialize-tool.js'
export type { SerializedToolDefinition } from './serialization/serialize-tool.js'
export { describeSchema } from './serialization/describe-schema.js'
export type { SchemaDescription } from './serialization/describe-schema.js'
export type { Loss } from './serialization/loss.js'
export { contractHash } from './contract/contract.js'
export type { ToolContract } from './contract/contract.js'
export {
  compareToolsLock,
  formatToolsLock,
  lockTools,
  parseToolsLock,
} from './contract/tools-lock.js'
export type { LockedTool, ToolChange, ToolsLock } from './contract/tools-lock.js'

/** Finding tools, and weighing them. */
export { createSearchIndex, DEFAULT_THRESHOLD } from './search/search-index.js'
export type { SearchIndex, SearchOptions, SearchResult } from './search/search-index.js'
export { SearchHit } from './search/search-hit.js'
export { embedTools, searchByMeaning } from './search/embed.js'
export type { Embed } from './search/embed.js'
export type { MatchReason } from './search/explain-hit.js'
export { estimateTokens } from './estimate-tokens.js'
export { toolTokens } from './tool-tokens.js'
export { select } from './select.js'
export type { Selection } from './select.js'
export { inspectRegistry, inspectTool } from './inspect.js'
export type { ParameterInspection, RegistryInspection, ToolInspection } from './inspect.js'

/** A run as data, and the formats it is said in. */
export type { Codec, EncodedHistory } from './run/codec.js'
export type {
  AnswerDelta,
  AnsweredCall,
  AnswerFailure,
  AnswerReader,
  ModelAnswer,
  StopReason,
} from './run/model-answer.js'
export type {
  MediaPart,
  MessageItem,
  OpaqueItem,
  OpaquePart,
  Part,
  ReasoningPart,
  RefusalPart,
  RunEvent,
  RunItem,
  TextPart,
  ToolCallPart,
  ToolOutputPart,
  Usage,
  WireItem,
} from './run/run-item.js'
