/** Everything of `@armorer/adapters-openai`. */
export {
  createOpenAIReader,
  createResponsesReader,
  readOpenAIAnswer,
  readResponsesAnswer,
  responsesCodec,
  toOpenAICalls,
  toOpenAIResults,
  toOpenAITools,
  toResponsesResults,
  toResponsesTools,
} from '@armorer/adapters-openai'
export type {
  ChatContentPart,
  ChatResultMessage,
  ChatTool,
  ChatToolsOptions,
  FunctionCallOutput,
  FunctionTool,
  NamespaceTool,
  ResponsesContentPart,
  ResponsesTool,
  ResponsesToolsOptions,
} from '@armorer/adapters-openai'

/** Here alone. */
export { toJSONSchema } from './to-json-schema.js'
