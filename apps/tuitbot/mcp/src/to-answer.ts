import { toValueAnswer, type McpAnswer } from '@armorer/mcp'
import { type ToolResult } from '@armorer/runtime'
import { toEnvelope } from './contract/envelope.js'
import { errorOfResult } from './contract/to-wire-error.js'

/** Every answer is the envelope, and an error to MCP where it holds one. */
export function toAnswer(result: ToolResult): McpAnswer {
  if (result.kind === 'done' || result.kind === 'duplicate') {
    return toValueAnswer(result.value, hasError(result.value))
  }
  return toValueAnswer(toEnvelope({ data: null, error: errorOfResult(result) }, 0), true)
}

function hasError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'error' in value
}
