/** The Messages API of Anthropic. */
export { toAnthropicTools } from './to-tools.js'
export type { AnthropicToolsOptions } from './to-tools.js'
export { readAnthropicAnswer } from './read-answer.js'
export { createAnthropicReader } from './create-reader.js'
export { toAnthropicResults } from './to-results.js'
export { anthropicCodec } from './codec.js'
export type {
  AnthropicResultMessage,
  AnthropicTool,
  CustomTool,
  ImageType,
  ResultContentBlock,
  ToolResultBlock,
  ToolSearchTool,
} from './wire.js'

/** The calls of an answer under our own names, with arguments as the tools ask for them. */
export { receiveAnswer as toAnthropicCalls } from '@armorer/core/adapter'
