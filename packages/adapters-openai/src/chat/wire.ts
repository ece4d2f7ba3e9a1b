/** A tool as Chat Completions take it. */
export interface ChatTool {
  type: 'function'
  function: {
    name: string
    description: string
    parameters: Record<string, unknown>
    strict: boolean
  }
}

/** What follows an answer with calls: an answer to each, and images, which no such answer can hold. */
export type ChatResultMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: ChatContentPart[] }

export type ChatContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
