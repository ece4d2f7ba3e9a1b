/** Everything of `@armorer/adapters-gemini`. */
export {
  createGeminiReader,
  geminiCodec,
  readGeminiAnswer,
  toGeminiCalls,
  toGeminiResults,
  toGeminiTools,
} from '@armorer/adapters-gemini'
export type {
  FunctionDeclaration,
  FunctionResponsePart,
  GeminiResultContent,
  GeminiTool,
  ResponseMedia,
} from '@armorer/adapters-gemini'
