import { toToolError, type JsonObject, type ToolDefinition } from '@armorer/core'
import {
  exportTools,
  keepSchema,
  receiveAnswer,
  sayDescription,
  showOutcomes,
  textOfParts,
  type CallOutcome,
  type CompiledTool,
  type NameRule,
  type ShowOptions,
  type ToolExport,
  type ToolFormat,
} from '@armorer/core/adapter'
import { type CallFacts, type Toolbox } from '@armorer/runtime'
import { type FrameworkApprovals } from './framework-approvals.js'

export interface BridgeOptions extends ShowOptions {
  /** What is known of every call that the framework makes: who asks, for whom, what the model has read. */
  readonly facts?: CallFacts
  /** Lets what a person approves in the framework count; the tools take its `approver`. */
  readonly approvals?: FrameworkApprovals
}

/** A tool as any framework can take it. */
export interface BridgedTool {
  readonly name: string
  readonly definition: ToolDefinition
  readonly description: string
  readonly parameters: JsonObject
  readonly needsApproval: boolean
  /** Goes through the toolbox: its gates, the tool's layers, its validation. It never throws. */
  run(call: BridgedCall): Promise<BridgedOutcome>
}

export interface BridgedCall {
  readonly id: string
  /** JSON text, as the model wrote it. */
  readonly arguments: string
  readonly signal?: AbortSignal | undefined
}

export interface BridgedOutcome {
  readonly outcome: CallOutcome
  /** What the model is shown. */
  readonly text: string
  readonly isError: boolean
}

/** Narrow enough for every provider that a framework may talk to. */
const names: NameRule = { maxLength: 64, fits: /^[a-zA-Z_][a-zA-Z0-9_-]*$/ }

interface Described {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** Schemas as they are: a framework fits them to its provider itself. */
export const plainFormat: ToolFormat<Described> = {
  names,
  compile(definition, name): CompiledTool<Described> {
    const said = sayDescription(definition, 'the framework')
    const { schema, mend } = keepSchema(definition.input)
    return {
      kind: 'fits',
      tool: { name, description: said.description, parameters: schema },
      losses: said.losses,
      ...(mend && { mend }),
    }
  },
}

/** The tools of a toolbox for a framework: whatever calls them, they run through the toolbox. */
export function bridgeTools(
  toolbox: Toolbox,
  format: ToolFormat<Described>,
  options: BridgeOptions,
): ToolExport<BridgedTool> {
  const exported = exportTools(toolbox, format)
  const definitions = new Map(toolbox.list().map((definition) => [definition.id, definition]))
  const tools = exported.tools.flatMap((tool) => {
    const definition = definitions.get(exported.bindings.get(tool.name)?.tool ?? ':')
    return definition ? [{ ...tool, definition }] : []
  })
  return {
    ...exported,
    tools: tools.map(({ name, description, parameters, definition }): BridgedTool => {
      const needsApproval = definition.risk.requiresApproval
      return {
        name,
        definition,
        description,
        parameters,
        needsApproval,
        async run({ id, arguments: text, signal }) {
          const received = receiveAnswer({ calls: [{ id, name, arguments: text }] }, exported)
          const [call] = received.calls
          const facts = approvedFacts(options, needsApproval)
          const outcomes = call ? [await execute(toolbox, call, { ...facts, signal })] : []
          const [outcome = missing(id, name)] = [...outcomes, ...received.refused]
          const [shown] = showOutcomes(received, outcomes, options)
          return {
            outcome,
            text: textOfParts(shown?.parts.filter(({ kind }) => kind !== 'media') ?? []) ?? '',
            isError: shown?.isError ?? true,
          }
        },
      }
    }),
  }
}

/** A framework runs what needs approval only after a person gave it there. */
function approvedFacts(
  { facts = {}, approvals }: BridgeOptions,
  needsApproval: boolean,
): CallFacts {
  return needsApproval && approvals ? approvals.grant(facts) : facts
}

/** One call, without the types of a particular tool. */
function execute(
  toolbox: Toolbox,
  call: { readonly id: string; readonly name: string; readonly arguments: string },
  options: CallFacts & { readonly signal: AbortSignal | undefined },
): Promise<CallOutcome> {
  return toolbox.execute(call, options)
}

function missing(id: string, name: string): CallOutcome {
  return { kind: 'failed', callId: id, tool: name, error: toToolError(new Error('no outcome')) }
}
