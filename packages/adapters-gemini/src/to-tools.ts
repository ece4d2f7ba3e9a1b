import { type SerializedToolDefinition } from '@armorer/core'
import {
  exportTools,
  sayDescription,
  type CompiledTool,
  type ToolExport,
  type ToolSource,
} from '@armorer/core/adapter'
import { compileSchema } from './compile-schema.js'
import { names } from './names.js'
import { type FunctionDeclaration, type GeminiTool } from './wire.js'

/** Tools for `generateContent`. */
export function toGeminiTools(source: ToolSource): ToolExport<GeminiTool> {
  const { tools, ...exported } = exportTools<FunctionDeclaration>(source, { names, compile })
  return { ...exported, tools: tools.length > 0 ? [{ functionDeclarations: tools }] : [] }
}

function compile(
  definition: SerializedToolDefinition,
  name: string,
): CompiledTool<FunctionDeclaration> {
  const said = sayDescription(definition, 'Gemini')
  const { parameters, losses, mend } = compileSchema(definition.input)
  return {
    kind: 'fits',
    tool: { name, description: said.description, ...(parameters && { parameters }) },
    losses: [...said.losses, ...losses],
    ...(mend && { mend }),
  }
}
