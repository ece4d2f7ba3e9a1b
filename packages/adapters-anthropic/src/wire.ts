/** A tool as the Messages API takes it. */
export type AnthropicTool = CustomTool | ToolSearchTool

export interface CustomTool {
  name: string
  description: string
  input_schema: {
    type: 'object'
    properties?: unknown
    required?: string[]
    [keyword: string]: unknown
  }
  input_examples?: Array<Record<string, unknown>>
  defer_loading?: boolean
}

export type ToolSearchTool =
  | { type: 'tool_search_tool_bm25_20251119'; name: 'tool_search_tool_bm25' }
  | { type: 'tool_search_tool_regex_20251119'; name: 'tool_search_tool_regex' }

/** All answers to the calls of one message: the API wants them together. */
export interface AnthropicResultMessage {
  role: 'user'
  content: ToolResultBlock[]
}

export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  content: string | ResultContentBlock[]
  is_error?: true
}

export type ResultContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }
  | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string } }
  | { type: 'image' | 'document'; source: { type: 'url'; url: string } }

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

export function isImageType(type: string): type is ImageType {
  return /^image\/(jpeg|png|gif|webp)$/.test(type)
}
