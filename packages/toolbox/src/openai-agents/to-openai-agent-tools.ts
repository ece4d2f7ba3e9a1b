import { toResponsesTools, type FunctionTool } from '@armorer/adapters-openai'
import { type ToolExport, type ToolFormat } from '@armorer/core/adapter'
import { type Toolbox } from '@armorer/runtime'
import {
  bridgeTools,
  plainFormat,
  type BridgedTool,
  type BridgeOptions,
} from '../bridges/bridge-tools.js'

/** A function tool of the OpenAI Agents SDK, as much of it as is needed. */
export interface OpenAIAgentTool {
  type: 'function'
  name: string
  description: string
  parameters: {
    type: 'object'
    properties: Record<string, never>
    required: string[]
    additionalProperties: boolean
  }
  strict: boolean
  needsApproval: () => Promise<boolean>
  isEnabled: () => Promise<boolean>
  invoke: (
    runContext: unknown,
    input: string,
    details?: { toolCall?: { callId: string }; signal?: AbortSignal },
  ) => Promise<string>
}

export interface OpenAIAgentsExport extends Omit<ToolExport<unknown>, 'tools'> {
  /** As `new Agent({ tools })` takes them. */
  readonly tools: OpenAIAgentTool[]
}

/**
 * The tools of a toolbox for the OpenAI Agents SDK, in strict mode. What needs approval interrupts the run, as the SDK does it, and
 * is then asked of the tool's own gate; whatever happens, the model is told.
 */
export function toOpenAIAgentTools(
  toolbox: Toolbox,
  options: BridgeOptions = {},
): OpenAIAgentsExport {
  const { tools, ...exported } = bridgeTools(toolbox, strictFormat, options)
  return { ...exported, tools: tools.map(toTool) }
}

/** The schemas of the Responses API, which the SDK speaks. */
const strictFormat: ToolFormat<Pick<BridgedTool, 'name' | 'description' | 'parameters'>> = {
  ...plainFormat,
  compile(definition, name) {
    const { tools, losses, quarantined, bindings } = toResponsesTools([definition])
    const [tool] = tools as readonly FunctionTool[]
    const [binding] = bindings.values()
    if (!tool) return { kind: 'unfit', reason: quarantined[0]?.reason ?? 'it does not fit' }
    const own = definition.serialization.losses.length
    return {
      kind: 'fits',
      // What comes out of a compiler of JSON is JSON.
      tool: {
        name,
        description: tool.description,
        parameters: tool.parameters as BridgedTool['parameters'],
      },
      losses: losses.slice(own),
      ...(binding?.mend && { mend: binding.mend }),
    }
  },
}

let unnamed = 0

function toTool(tool: BridgedTool): OpenAIAgentTool {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    // An object of fields, every one of them required: what strict mode asks for is what the SDK's type says.
    parameters: tool.parameters as unknown as OpenAIAgentTool['parameters'],
    strict: true,
    needsApproval: () => Promise.resolve(tool.needsApproval),
    isEnabled: () => Promise.resolve(true),
    async invoke(_runContext, input, details) {
      const id = details?.toolCall?.callId ?? `unnamed_${++unnamed}`
      const { text } = await tool.run({ id, arguments: input, signal: details?.signal })
      return text
    },
  }
}
