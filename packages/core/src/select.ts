import { type ToolDefinition } from './tool-definition.js'
import { toolTokens } from './tool-tokens.js'

export interface Selection {
  readonly selected: readonly ToolDefinition[]
  readonly leftOut: readonly ToolDefinition[]
  /** About what the selected ones cost together. */
  readonly tokens: number
}

/** As many tools as a budget holds, in the order given: put what matters first. A tool that does not fit is passed over. */
export function select(
  tools: readonly ToolDefinition[],
  { maxTokens }: { readonly maxTokens: number },
): Selection {
  const selected: ToolDefinition[] = []
  const leftOut: ToolDefinition[] = []
  let tokens = 0
  for (const tool of tools) {
    const cost = toolTokens(tool)
    if (tokens + cost > maxTokens) {
      leftOut.push(tool)
      continue
    }
    selected.push(tool)
    tokens += cost
  }
  return { selected, leftOut, tokens }
}
