import { createToolError, type SerializedToolDefinition, type ToolDefinition } from '@armorer/core'
import { toOpenAITools, type ChatTool } from '@armorer/adapters-openai'

type Definition = ToolDefinition | SerializedToolDefinition

/**
 * One tool, or several, in the form of Chat Completions. A tool that does not fit is an error.
 *
 * @deprecated Use `toOpenAITools`, which says what it could not say, and sets aside what does not fit.
 */
export function toJSONSchema(tool: Definition): ChatTool
/** @deprecated Use `toOpenAITools`. */
export function toJSONSchema(tools: readonly Definition[]): ChatTool[]
export function toJSONSchema(given: Definition | readonly Definition[]): ChatTool | ChatTool[] {
  const isList = Array.isArray(given)
  const { tools, quarantined } = toOpenAITools(
    isList ? (given as readonly Definition[]) : [given as Definition],
  )
  const [unfit] = quarantined
  const [only] = tools
  if (unfit || (!isList && !only)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.unfit_tool',
      message: `${unfit?.tool ?? 'the tool'} does not fit: ${unfit?.reason ?? 'nothing came of it'}`,
    })
  }
  return isList ? tools : (only as ChatTool)
}
