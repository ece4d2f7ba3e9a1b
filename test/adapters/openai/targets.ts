import { type Target } from '../adapter-laws.js'
import {
  toOpenAITools,
  toResponsesTools,
  type ChatTool,
  type FunctionTool,
} from '@armorer/adapters-openai'

export const chat: Target = {
  name: 'chat',
  toTools: (definitions) => toOpenAITools(definitions),
  parametersOf: (tool: ChatTool) => tool.function.parameters,
}

export const responses: Target = {
  name: 'responses',
  toTools: (definitions) => toResponsesTools(definitions),
  parametersOf: (tool: FunctionTool) => tool.parameters,
}
