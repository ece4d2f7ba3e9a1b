import { estimateTokens } from './estimate-tokens.js'
import { serializeToolDefinition } from './serialization/serialize-tool.js'
import { type ToolDefinition } from './tool-definition.js'

/** About what it costs a model to be told of a tool: its name, its description and its input. */
export function toolTokens(tool: ToolDefinition): number {
  const { identity, description, input } = serializeToolDefinition(tool)
  return estimateTokens(JSON.stringify({ name: identity.name, description, input }))
}
