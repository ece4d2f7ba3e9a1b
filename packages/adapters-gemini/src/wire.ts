/** Tools as Gemini takes them: all functions in one. */
export interface GeminiTool {
  functionDeclarations: FunctionDeclaration[]
}

export interface FunctionDeclaration {
  name: string
  description: string
  /** Left out where there is nothing to send. */
  parameters?: Record<string, unknown>
}

/** All answers to the calls of one turn. */
export interface GeminiResultContent {
  role: 'user'
  parts: FunctionResponsePart[]
}

export interface FunctionResponsePart {
  functionResponse: {
    id?: string
    name: string
    response: Record<string, unknown>
    parts?: ResponseMedia[]
  }
}

export type ResponseMedia =
  | { inlineData: { mimeType: string; data: string } }
  | { fileData: { fileUri: string; mimeType: string } }
