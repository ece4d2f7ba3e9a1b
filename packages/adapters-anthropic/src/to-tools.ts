import { type JsonValue, type Loss, type SerializedToolDefinition } from '@armorer/core'
import {
  exportTools,
  isJsonObject,
  sayDescription,
  type CompiledTool,
  type MendPlan,
  type ToolExport,
  type ToolSource,
} from '@armorer/core/adapter'
import { compileSchema } from './compile-schema.js'
import { names } from './names.js'
import { type AnthropicTool, type CustomTool, type ToolSearchTool } from './wire.js'

export interface AnthropicToolsOptions {
  /** Which tools the model finds by searching, instead of having them in its context from the start. */
  readonly defer?: (definition: SerializedToolDefinition) => boolean
  /** How it searches for those: by words, or by regular expressions. */
  readonly search?: 'bm25' | 'regex'
}

/** Tools for the Messages API: at once or on demand, with examples of their input. */
export function toAnthropicTools(
  source: ToolSource,
  { defer = () => false, search = 'bm25' }: AnthropicToolsOptions = {},
): ToolExport<AnthropicTool> {
  const exported = exportTools<CustomTool>(source, {
    names,
    compile: (definition, name) => compile(definition, name, defer(definition)),
  })
  const isAnyDeferred = exported.tools.some((tool) => tool.defer_loading)
  return isAnyDeferred ? { ...exported, tools: [...exported.tools, SEARCHES[search]] } : exported
}

const SEARCHES: Readonly<Record<'bm25' | 'regex', ToolSearchTool>> = {
  bm25: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  regex: { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
}

function compile(
  definition: SerializedToolDefinition,
  name: string,
  isDeferred: boolean,
): CompiledTool<CustomTool> {
  const said = sayDescription(definition, 'Anthropic', { examples: true })
  const { schema, losses, mend } = compileSchema(definition.input)
  const examples = toExamples(definition.inputExamples ?? [], mend)
  return {
    kind: 'fits',
    tool: {
      name,
      description: said.description,
      input_schema: schema,
      ...(examples.said.length > 0 && { input_examples: examples.said }),
      ...(isDeferred && { defer_loading: true }),
    },
    losses: [...said.losses, ...losses, ...examples.losses],
    ...(mend && { mend }),
  }
}

/** Examples must fit the schema that stands beside them. */
function toExamples(given: readonly JsonValue[], mend: MendPlan | undefined) {
  const losses: Loss[] = []
  const isWrapped = mend?.root?.kind === 'unwrap'
  const isText = mend?.root?.kind === 'unwrap' && mend.root.mend?.kind === 'json'
  const said = given.flatMap((example, index): Array<Record<string, unknown>> => {
    if (isText) return [{ input: JSON.stringify(example) }]
    if (isWrapped) return [{ input: example }]
    if (isJsonObject(example)) return [{ ...example }]
    losses.push({
      path: `inputExamples[${index}]`,
      feature: 'inputExamples',
      reason: 'Anthropic takes only objects for examples',
    })
    return []
  })
  return { said, losses }
}
