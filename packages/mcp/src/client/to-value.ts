import { type CallToolResult } from '@modelcontextprotocol/client'
import { createToolError, stop, type ToolError } from '@armorer/core'
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

/**
 * What a server says went wrong. Its words are a stranger's, so they are short. That it does not know what it did is believed;
 * that it has done nothing is worth no more than that it has failed, for a gateway would send again by it.
 */
export function toFailure(tool: string, { content }: CallToolResult): ToolError {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const said = texts.join('\n')
  const message = `${tool}: ${said.slice(0, MOST) || 'the server says that it failed, and not why'}`
  const kind = findKind(said)
  if (kind === 'unknown') return stop({ kind }, message, { code: 'mcp.unknown' })
  if (kind === 'in_progress') {
    // Nobody who hears this counts as one who has read strangers, so it holds none of their words.
    const cause = new Error(message)
    return stop({ kind }, `${tool}: its server is at it already`, {
      code: 'mcp.in_progress',
      cause,
    })
  }
  const code = kind === undefined ? 'mcp.tool_failed' : `mcp.${kind}`
  return createToolError({ category: 'internal', code, message })
}

const KINDS = ['unknown', 'in_progress', 'pending', 'denied', 'dry_run'] as const

/** What it came to, in the words of our own servers; `undefined` where it has failed, or another server speaks. */
function findKind(said: string): (typeof KINDS)[number] | undefined {
  try {
    const kind: unknown = Reflect.get(Object(JSON.parse(said)), 'kind')
    return KINDS.find((known) => known === kind)
  } catch {
    return undefined
  }
}
