import { type CallToolResult } from '@modelcontextprotocol/client'
import { createToolError, type ToolError } from '@armorer/core'
import { mcpResult } from '../mcp-result.js'

/** What a server's answer is worth in process: its structure, or its text, or all of it where it is neither. */
export function toValue(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent
  const [first, ...rest] = result.content
  if (first?.type === 'text' && rest.length === 0) return first.text
  // Served again, it goes out as it came in.
  return Object.assign(mcpResult(result), { content: result.content })
}

const MOST = 2_000

/** What a server says went wrong. Its words are a stranger's, so they are short. */
export function toFailure(tool: string, { content }: CallToolResult): ToolError {
  const said = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  return createToolError({
    category: 'internal',
    code: 'mcp.tool_failed',
    message: `${tool}: ${said.slice(0, MOST) || 'the server says that it failed, and not why'}`,
  })
}
