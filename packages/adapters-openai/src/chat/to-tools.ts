import { type SerializedToolDefinition } from '@armorer/core'
import {
  exportTools,
  sayDescription,
  type CompiledTool,
  type ToolExport,
  type ToolSource,
} from '@armorer/core/adapter'
import { compileSchema } from '../compile-schema.js'
import { MAX_DESCRIPTION, names } from '../names.js'
import { type ChatTool } from './wire.js'

export interface ChatToolsOptions {
  /** Let OpenAI enforce the schemas, as far as it can. Many hosts that speak its format cannot. */
  readonly strict?: boolean
}

/** Tools for Chat Completions, of OpenAI or of any host that speaks its format. */
export function toOpenAITools(
  source: ToolSource,
  { strict = false }: ChatToolsOptions = {},
): ToolExport<ChatTool> {
  return exportTools(source, {
    names,
    compile: (definition, name) => compile(definition, name, strict),
  })
}

function compile(
  definition: SerializedToolDefinition,
  name: string,
  strict: boolean,
): CompiledTool<ChatTool> {
  const said = sayDescription(definition, 'OpenAI', { maxLength: MAX_DESCRIPTION })
  const { parameters, losses, mend } = compileSchema(definition.input, strict)
  return {
    kind: 'fits',
    tool: {
      type: 'function',
      function: { name, description: said.description, parameters, strict },
    },
    losses: [...said.losses, ...losses],
    ...(mend && { mend }),
  }
}
