import { createToolError } from './errors.js'
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
  // No sum is greater than NaN: every tool would seem to fit.
  if (typeof maxTokens !== 'number' || Number.isNaN(maxTokens)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_budget',
      message: `maxTokens must be a number, not ${String(maxTokens)}`,
    })
  }
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
