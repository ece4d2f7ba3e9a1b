/** Chat Completions, of OpenAI and of every host that speaks their format. */
export { toOpenAITools } from './chat/to-tools.js'
export type { ChatToolsOptions } from './chat/to-tools.js'
export { readOpenAIAnswer } from './chat/read-answer.js'
export { createOpenAIReader } from './chat/create-reader.js'
export { toOpenAIResults } from './chat/to-results.js'
export type { ChatContentPart, ChatResultMessage, ChatTool } from './chat/wire.js'

/** The Responses API. */
export { toResponsesTools } from './responses/to-tools.js'
export type { ResponsesToolsOptions } from './responses/to-tools.js'
export { readResponsesAnswer } from './responses/read-answer.js'
export { createResponsesReader } from './responses/create-reader.js'
export { toResponsesResults } from './responses/to-results.js'
export { responsesCodec } from './responses/codec.js'
export type {
  FunctionCallOutput,
  FunctionTool,
  NamespaceTool,
  ResponsesContentPart,
  ResponsesTool,
} from './responses/wire.js'

/** The calls of an answer, of either API, under our own names and with arguments as the tools ask for them. */
export { receiveAnswer as toOpenAICalls } from '@armorer/core/adapter'
