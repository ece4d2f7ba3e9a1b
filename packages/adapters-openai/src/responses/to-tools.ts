import { type Loss, type SerializedToolDefinition } from '@armorer/core'
import {
  exportTools,
  sayDescription,
  type CompiledTool,
  type ToolExport,
  type ToolSource,
} from '@armorer/core/adapter'
import { compileSchema } from '../compile-schema.js'
import { MAX_DESCRIPTION, names } from '../names.js'
import { type FunctionTool, type NamespaceTool, type ResponsesTool } from './wire.js'

export interface ResponsesToolsOptions {
  /** Let OpenAI enforce the schemas, as far as it can; on unless switched off. */
  readonly strict?: boolean
  /** Namespaces to group tools by, each with what the model is told of it. Tools of others stay on their own. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Which tools the model finds by searching, instead of having them in its context from the start. */
  readonly defer?: (definition: SerializedToolDefinition) => boolean
}

/** Tools for the Responses API: alone or in namespaces, at once or on demand. */
export function toResponsesTools(
  source: ToolSource,
  { strict = true, namespaces = {}, defer = () => false }: ResponsesToolsOptions = {},
): ToolExport<ResponsesTool> {
  const namespaceOf = ({ identity: { namespace } }: SerializedToolDefinition) =>
    Object.hasOwn(namespaces, namespace) && fits(namespace) ? namespace : undefined

  const exported = exportTools<Placed>(source, {
    names,
    namespaceOf,
    compile(definition, name) {
      const namespace = namespaceOf(definition)
      const unfit =
        namespace === undefined && Object.hasOwn(namespaces, definition.identity.namespace)
      const compiled = compile(definition, name, { strict, isDeferred: defer(definition) })
      if (compiled.kind === 'unfit') return compiled
      const tool = { tool: compiled.tool, namespace }
      return { ...compiled, tool, losses: [...(unfit ? [namespaceLoss] : []), ...compiled.losses] }
    },
  })
  return { ...exported, tools: arrange(exported.tools, namespaces) }
}

interface Placed {
  readonly tool: FunctionTool
  readonly namespace: string | undefined
}

function fits(name: string): boolean {
  return names.fits.test(name) && name.length <= names.maxLength
}

const namespaceLoss: Loss = {
  path: 'identity.namespace',
  feature: 'namespace',
  reason: 'OpenAI takes no namespace of this name, so the tool stands alone',
}

function compile(
  definition: SerializedToolDefinition,
  name: string,
  { strict, isDeferred }: { strict: boolean; isDeferred: boolean },
): CompiledTool<FunctionTool> {
  const said = sayDescription(definition, 'OpenAI', { maxLength: MAX_DESCRIPTION })
  const { parameters, losses, mend } = compileSchema(definition.input, strict)
  return {
    kind: 'fits',
    tool: {
      type: 'function',
      name,
      description: said.description,
      parameters,
      strict,
      ...(isDeferred && { defer_loading: true }),
    },
    losses: [...said.losses, ...losses],
    ...(mend && { mend }),
  }
}

/** A namespace stands where its first tool would; a search is offered where there is something to find. */
function arrange(
  placed: readonly Placed[],
  namespaces: Readonly<Record<string, string>>,
): ResponsesTool[] {
  const groups = new Map<string, NamespaceTool>()
  const tools: ResponsesTool[] = []
  for (const { tool, namespace } of placed) {
    if (namespace === undefined) {
      tools.push(tool)
      continue
    }
    const group = groups.get(namespace) ?? {
      type: 'namespace',
      name: namespace,
      description: namespaces[namespace] ?? '',
      tools: [],
    }
    if (!groups.has(namespace)) tools.push(group)
    groups.set(namespace, group)
    group.tools.push(tool)
  }
  const isAnyDeferred = placed.some(({ tool }) => tool.defer_loading)
  return isAnyDeferred ? [...tools, { type: 'tool_search' }] : tools
}
