import { toGeminiTools, type GeminiTool } from '@armorer/adapters-gemini'
import { type Target } from '../adapter-laws.js'
import { toJsonSchema } from './subset.js'

export const gemini: Target = {
  name: 'gemini',
  toTools: (definitions) => toGeminiTools(definitions),
  parametersOf: ({ functionDeclarations: [declaration] }: GeminiTool) =>
    toJsonSchema(declaration?.parameters ?? { type: 'OBJECT', properties: {} }),
}
