/** `generateContent` of Gemini. */
export { toGeminiTools } from './to-tools.js'
export { readGeminiAnswer } from './read-answer.js'
export { createGeminiReader } from './create-reader.js'
export { toGeminiResults } from './to-results.js'
export { geminiCodec } from './codec.js'
export type {
  FunctionDeclaration,
  FunctionResponsePart,
  GeminiResultContent,
  GeminiTool,
  ResponseMedia,
} from './wire.js'

/** The calls of an answer under our own names, with arguments as the tools ask for them. */
export { receiveAnswer as toGeminiCalls } from '@armorer/core/adapter'
