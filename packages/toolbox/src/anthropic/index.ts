/** Everything of `@armorer/adapters-anthropic`. */
export {
  anthropicCodec,
  createAnthropicReader,
  readAnthropicAnswer,
  toAnthropicCalls,
  toAnthropicResults,
  toAnthropicTools,
} from '@armorer/adapters-anthropic'
export type {
  AnthropicResultMessage,
  AnthropicTool,
  AnthropicToolsOptions,
  CustomTool,
  ImageType,
  ResultContentBlock,
  ToolResultBlock,
  ToolSearchTool,
} from '@armorer/adapters-anthropic'
