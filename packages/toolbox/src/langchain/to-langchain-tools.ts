import { stop, type JsonObject } from '@armorer/core'
import { type CallOutcome, type ToolExport } from '@armorer/core/adapter'
import { type Toolbox } from '@armorer/runtime'
import {
  bridgeTools,
  plainFormat,
  type BridgedTool,
  type BridgeOptions,
} from '../bridges/bridge-tools.js'

/** What a LangChain tool does: the model gets the content, the application the whole outcome. */
export type LangChainFunction = (
  input: unknown,
  config?: { toolCall?: { id?: string | undefined }; signal?: AbortSignal | undefined },
) => Promise<[content: string, artifact: CallOutcome]>

export interface LangChainFields {
  name: string
  description: string
  schema: JsonObject
  responseFormat: 'content_and_artifact'
}

/** `tool` of `@langchain/core/tools`. */
export type MakeLangChainTool<Tool> = (run: LangChainFunction, fields: LangChainFields) => Tool

export interface LangChainOptions extends BridgeOptions {
  /**
   * `interrupt` of `@langchain/langgraph`: asks the person who runs the graph, and comes back with the answer. `true` and
   * `{ approved: true }` mean yes. Without it a tool that needs approval is left to its own gate.
   */
  readonly interrupt?: (request: LangChainInterrupt) => unknown
}

export interface LangChainInterrupt {
  readonly kind: 'approval'
  readonly tool: string
  readonly callId: string
  readonly input: unknown
}

export interface LangChainExport<Tool> extends Omit<ToolExport<unknown>, 'tools'> {
  readonly tools: Tool[]
}

/** The tools of a toolbox for LangChain and LangGraph, made by LangChain's own `tool`. */
export function toLangChainTools<Tool>(
  toolbox: Toolbox,
  makeTool: MakeLangChainTool<Tool>,
  options: LangChainOptions = {},
): LangChainExport<Tool> {
  const { approvals, ...rest } = options
  const asked = bridgeTools(toolbox, plainFormat, options)
  // What nobody was asked about must not bring a grant.
  const unasked = bridgeTools(toolbox, plainFormat, rest)
  const { tools, ...exported } = options.interrupt ? asked : unasked
  return {
    ...exported,
    tools: tools.map((tool) =>
      makeTool(toFunction(tool, options.interrupt), {
        name: tool.name,
        description: tool.description,
        schema: tool.parameters,
        responseFormat: 'content_and_artifact',
      }),
    ),
  }
}

let unnamed = 0

function toFunction(
  tool: BridgedTool,
  interrupt: LangChainOptions['interrupt'],
): LangChainFunction {
  return async (input, config) => {
    const id = config?.toolCall?.id ?? `unnamed_${++unnamed}`
    if (tool.needsApproval && interrupt) {
      const answer = interrupt({ kind: 'approval', tool: tool.name, callId: id, input })
      if (!isYes(answer)) return refused(tool, id)
    }
    const given = JSON.stringify(input ?? {})
    const { outcome, text } = await tool.run({ id, arguments: given, signal: config?.signal })
    return [text, outcome]
  }
}

function isYes(answer: unknown): boolean {
  if (answer === true) return true
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'approved') === true
}

function refused(tool: BridgedTool, callId: string): [string, CallOutcome] {
  const error = stop({ kind: 'denied' }, `${tool.name}: a person said no`)
  return [error.message, { kind: 'denied', callId, tool: tool.definition.id, error }]
}
