import { createToolError, type JsonObject } from '@armorer/core'
import { type ToolExport } from '@armorer/core/adapter'
import { type Toolbox } from '@armorer/runtime'
import {
  bridgeTools,
  plainFormat,
  type BridgedTool,
  type BridgeOptions,
} from '../bridges/bridge-tools.js'

/** A tool of the Vercel AI SDK, as much of it as is needed. */
export interface AISdkTool {
  description: string
  title?: string
  inputSchema: AISdkSchema
  needsApproval: boolean
  execute(
    input: unknown,
    options: { toolCallId: string; abortSignal?: AbortSignal },
  ): Promise<unknown>
  toModelOutput(result: { output: unknown }): { type: 'text'; value: string }
}

/** What the SDK's own `jsonSchema` makes. */
interface AISdkSchema {
  readonly [SCHEMA]: true
  readonly _type: unknown
  readonly jsonSchema: JsonObject
  validate(value: unknown): { success: true; value: unknown }
}

/** By which the SDK knows its schemas, of whichever copy. */
const SCHEMA: unique symbol = Symbol.for('vercel.ai.schema') as never

export interface AISdkExport extends Omit<ToolExport<unknown>, 'tools'> {
  /** By name, as `generateText` and `streamText` take them. */
  readonly tools: Record<string, AISdkTool>
}

/**
 * The tools of a toolbox for the Vercel AI SDK. What needs approval is asked for by the SDK's approval request, and then by the
 * tool's own gate; what goes wrong is thrown as a `ToolError`, which the SDK reports as a tool error.
 */
export function toAISdkTools(toolbox: Toolbox, options: BridgeOptions = {}): AISdkExport {
  const { tools, ...exported } = bridgeTools(toolbox, plainFormat, options)
  return {
    ...exported,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, toTool(tool)])),
  }
}

function toTool(tool: BridgedTool): AISdkTool {
  const shown = new WeakMap<object, string>()
  const { title } = tool.definition
  return {
    description: tool.description,
    ...(title !== undefined && { title }),
    inputSchema: toSchema(tool.parameters),
    needsApproval: tool.needsApproval,
    async execute(input, { toolCallId, abortSignal }) {
      const given = JSON.stringify(input ?? {})
      const ran = await tool.run({ id: toolCallId, arguments: given, signal: abortSignal })
      const { outcome, text } = ran
      if ('value' in outcome) return keep(shown, outcome.value, text)
      if (outcome.kind === 'dry_run') return keep(shown, { preview: outcome.preview }, text)
      throw createToolError(outcome.error)
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: textFor(shown, output) }),
  }
}

/** The tool's own schema is the judge: it answers in a form from which a model can correct itself. */
function toSchema(jsonSchema: JsonObject): AISdkSchema {
  return {
    [SCHEMA]: true,
    _type: undefined,
    jsonSchema,
    validate: (value) => ({ success: true, value }),
  }
}

/** The application gets the value; what the model is to see of it is remembered beside it. */
function keep(shown: WeakMap<object, string>, value: unknown, text: string): unknown {
  if (typeof value === 'object' && value !== null) shown.set(value, text)
  return value
}

function textFor(shown: WeakMap<object, string>, output: unknown): string {
  if (typeof output === 'string') return output
  const kept = typeof output === 'object' && output !== null ? shown.get(output) : undefined
  return kept ?? JSON.stringify(output) ?? 'done'
}
