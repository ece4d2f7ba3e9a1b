import {
  contractHash,
  digest,
  joinRisk,
  type JsonObject,
  type StandardSchema,
  type ToolRisk,
} from '@armorer/core'
import {
  combineToolboxes,
  createToolbox,
  type AnyTool,
  type Stack,
  type Toolbox,
} from '@armorer/runtime'
import { systemMessage } from '../conversation/system-message.js'
import { type ModelService } from '../model/model-service.js'
import { record } from '../record/record.js'
import { agentLoop, type LoopOptions } from '../run/agent-loop.js'
import { type AgentRun, type RunRequest } from '../run/agent-run.js'
import { type RunStore } from '../run/run-store.js'
import { type StopPolicy } from '../run/stop-policy.js'
import { stepOf } from '../step/agent-step.js'
import { finalOutput, type FinalOutputOptions } from '../step/final-output.js'
import { type StepOutcome, type StepRequest, type StepService } from '../step/step-outcome.js'
import { strongest, toolboxTools, type StepToolsOptions } from '../step/step-tools.js'
import { type Agent, type StandIns } from './agent.js'
import { agentOf } from './agent-of.js'
import { handoffs, handoffTool, type Handoff } from './handoff.js'

export interface AgentOptions extends StepToolsOptions, FinalOutputOptions {
  readonly name: string
  /** The first thing that the model is told. */
  readonly instructions?: string | undefined
  readonly model: ModelService
  readonly tools?: Toolbox | readonly AnyTool[] | undefined
  /** Fields of every request to the model: `model`, `temperature`, whatever the provider knows. */
  readonly settings?: JsonObject | undefined
  /** Model calls that one request may take; 20 where it is left out. */
  readonly maxTurns?: number | undefined
  readonly stop?: readonly StopPolicy[] | undefined
  /** What the final answer must be; `run.output` is what the schema makes of it. */
  readonly output?: StandardSchema | undefined
  /** Agents that may go on with a run of this one. */
  readonly handoffs?: readonly Handoff[] | undefined
  /** Keeps the runs, so that they can be resumed, replayed and gone on with. */
  readonly store?: RunStore | undefined
  readonly newRunId?: (() => string) | undefined
  readonly now?: (() => number) | undefined
}

/** An agent of a model, tools and instructions. */
export function createAgent(options: AgentOptions): Agent {
  checkModel(options)
  const { name, instructions, store } = options
  const toolbox = toToolbox(options)
  const tools = hashOf(toolbox)
  const loopOptions = toLoopOptions(options, tools)
  const steps = stepsOf(options, toolbox)
  const runOver = (parts: StandIns | undefined, loop: LoopOptions): Stack<RunRequest, AgentRun> =>
    steps(parts).own.layer(agentLoop(loop))
  const service = runOver(undefined, loopOptions)

  return agentOf(
    {
      name,
      instructions: instructions === undefined ? [] : [systemMessage(instructions)],
      toolbox,
      risk: riskOf(options, toolbox),
      store,
      steps: (parts) => steps(parts).all,
      assemble: (parts, { runId, at }) =>
        runOver(parts, { ...loopOptions, stop: parts.stop, newRunId: () => runId, now: () => at }),
      newStart: () => ({
        runId: (options.newRunId ?? (() => crypto.randomUUID()))(),
        agent: name,
        settings: options.settings ?? {},
        tools,
        at: (options.now ?? Date.now)(),
      }),
    },
    store ? service.layer(record(store)) : service,
  )
}

/** Without types, what is missing would first be missed in the middle of a run. A function has a `call` too, and is no model. */
function checkModel(options: Partial<AgentOptions> | undefined): void {
  const model: unknown = options?.model
  const isService = typeof model === 'object' && model !== null && 'call' in model
  if (isService && typeof model.call === 'function') return
  const name = options?.name ?? ''
  throw new TypeError(`agent ${name}: give it a model, such as one that httpModel makes`)
}

/** This agent's step under its layers, and with it the steps of all that it can hand over to. */
function stepsOf(options: AgentOptions, toolbox: Toolbox) {
  const { name, model, output, handoffs: targets = [] } = options
  const stepTools = toolboxTools(toolbox, options)
  return (parts?: StandIns) => {
    const others = new Map<string, StepService>(
      targets.flatMap(({ agent }) => [...agent.steps(parts)]),
    )
    const tools = parts?.replaceTools(stepTools) ?? stepTools
    const effects = strongest([tools.effects, ...[...others.values()].map((one) => one.effects)])
    let own: Stack<StepRequest, StepOutcome> = stepOf(parts?.model ?? model, { ...tools, effects })
    if (output) own = own.layer(finalOutput(output, options))
    if (targets.length > 0) own = own.layer(handoffs(name, targets, others))
    return { own, all: new Map<string, StepService>([...others, [name, own]]) }
  }
}

function toLoopOptions(options: AgentOptions, tools: string): LoopOptions {
  const { name, instructions, settings, maxTurns, stop, newRunId, now } = options
  return {
    agent: name,
    tools,
    ...(instructions !== undefined && { instructions }),
    ...(settings && { settings }),
    ...(newRunId && { newRunId }),
    ...(now && { now }),
    maxTurns,
    stop,
  }
}

function toToolbox({ tools = [], handoffs: targets = [] }: AgentOptions): Toolbox {
  const own = isToolbox(tools) ? tools : createToolbox<readonly AnyTool[]>(tools)
  if (targets.length === 0) return own
  const others = createToolbox<readonly AnyTool[]>(targets.map(handoffTool))
  return combineToolboxes([own, others])
}

function isToolbox(tools: Toolbox | readonly AnyTool[]): tools is Toolbox {
  return !Array.isArray(tools)
}

function riskOf({ handoffs: targets = [] }: AgentOptions, toolbox: Toolbox): ToolRisk {
  const own = toolbox.list().map(({ risk }) => risk)
  return joinRisk(...own, ...targets.map(({ agent }) => agent.risk))
}

/** The same for the same contracts, whatever their order. */
function hashOf(toolbox: Toolbox): string {
  const hashes = toolbox.list().map((tool) => contractHash(tool))
  return digest(hashes.toSorted())
}
