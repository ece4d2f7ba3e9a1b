import { toAnthropicTools, type CustomTool } from '@armorer/adapters-anthropic'
import { type Target } from '../adapter-laws.js'

export const anthropic: Target = {
  name: 'anthropic',
  toTools: (definitions) => toAnthropicTools(definitions),
  parametersOf: (tool: CustomTool) => tool.input_schema,
}
