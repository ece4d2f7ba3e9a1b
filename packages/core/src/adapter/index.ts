/** What adapters to providers are made of. */
export { bindingKey, exportTools } from './tool-export.js'
export type {
  Bindings,
  CompiledTool,
  QuarantinedTool,
  ToolBinding,
  ToolExport,
  ToolFormat,
  ToolLoss,
  ToolSource,
} from './tool-export.js'
export { nameTools } from './provider-names.js'
export type { NamedTool, NameRule } from './provider-names.js'

/** Schemas in the dialects of providers, and arguments back. */
export { compileSchema } from './compile-schema.js'
export type { CompiledSchema, Dialect, RenderedField, RenderedNode } from './dialect.js'
export { keepSchema } from './keep-schema.js'
export type { KeptSchema } from './keep-schema.js'
export { sayDescription } from './say-description.js'
export { isPlainPattern } from './is-plain-pattern.js'
export { mendArguments } from './mend.js'
export type { FieldMend, Mend, MendPlan, OptionMend } from './mend.js'
export type { Evidence } from './evidence.js'

/** Calls in, outcomes out. */
export { receiveAnswer } from './receive-answer.js'
export type { ReceivedCalls, ReceiveOptions } from './receive-answer.js'
export type { CallOutcome, ModelCall } from './call-outcome.js'
export { mediaUrl, showOutcome, showOutcomes, textOfParts } from './show-outcomes.js'
export type { ResultExport, ShownOutcome, ShownPart, ShowOptions } from './show-outcomes.js'

/** Reading and writing what goes over the wire. */
export {
  blankFields,
  fillRest,
  isJsonObject,
  keptRest,
  readCount,
  readField,
  readList,
  readText,
} from './wire-fields.js'
export { readFailure } from './read-failure.js'
export { writeArguments } from './write-arguments.js'
export { encodeHistory } from './encode-history.js'
export type { Lose } from './encode-history.js'
export { readContent, readMediaUrl, writeContent } from './wire-content.js'
