/** A tool as the Responses API takes it. */
export type ResponsesTool = FunctionTool | NamespaceTool | { type: 'tool_search' }

export interface FunctionTool {
  type: 'function'
  name: string
  description: string
  parameters: Record<string, unknown>
  strict: boolean
  defer_loading?: boolean
}

export interface NamespaceTool {
  type: 'namespace'
  name: string
  description: string
  tools: FunctionTool[]
}

/** The answer to one call. */
export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string | ResponsesContentPart[]
}

export type ResponsesContentPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }
  | { type: 'input_file'; file_url: string }
