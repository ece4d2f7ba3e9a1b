import { contractHash, digest, type JsonObject } from '@armorer/core'
import {
  createContext,
  createToolbox,
  type AnyTool,
  type CallFacts,
  type CallLimits,
  type Effects,
  type Layer,
  type Stack,
  type Toolbox,
} from '@armorer/runtime'
import { type ModelService } from '../model/model-service.js'
import { record } from '../record/record.js'
import { agentLoop } from '../run/agent-loop.js'
import { type AgentRun, type CallDecision, type RunRequest } from '../run/agent-run.js'
import { type RunStore } from '../run/run-store.js'
import { type StopPolicy } from '../run/stop-policy.js'
import { agentStep } from '../step/agent-step.js'
import { streamRun, type RunStream } from './stream-run.js'

export interface AgentOptions {
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
  /** Keeps the runs, so that they can be resumed, replayed and gone on with. */
  readonly store?: RunStore | undefined
  readonly newRunId?: (() => string) | undefined
  readonly now?: (() => number) | undefined
}

/** Who asks, for whom, and until when: handed to every tool. */
export type RunOptions = CallFacts & CallLimits

/** An agent: a service of runs, and the ways to call it. */
export interface Agent {
  readonly name: string
  readonly effects: Effects
  /** The service itself, for layers and for code that wants records as they come. */
  readonly service: Stack<RunRequest, AgentRun>
  readonly toolbox: Toolbox
  /** Runs until there is nothing more to do. Whatever goes wrong is the run's `stop`; only a store's failure is thrown. */
  run(input: string | RunRequest, options?: RunOptions): Promise<AgentRun>
  /** The same while it happens. It goes no faster than it is read, and always ends with an `end`. */
  stream(input: string | RunRequest, options?: RunOptions): RunStream
  /** Takes up a run that waits, or that died with its process, with the decisions that a person made. */
  resume(
    runId: string,
    decisions?: readonly CallDecision[],
    options?: RunOptions,
  ): Promise<AgentRun>
  /** The layer added last is outermost. */
  layer(layer: Layer<RunRequest, AgentRun, Effects>): Agent
  stack(): readonly string[]
}

/** An agent of a model, tools and instructions. */
export function createAgent(options: AgentOptions): Agent {
  const { name, instructions, model, tools = [], store } = options
  const toolbox = isToolbox(tools) ? tools : toToolbox(tools)
  const loop = agentStep({ model, tools: toolbox }).layer(
    agentLoop({
      agent: name,
      tools: hashOf(toolbox),
      ...(instructions !== undefined && { instructions }),
      ...(options.settings && { settings: options.settings }),
      ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
      ...(options.stop && { stop: options.stop }),
      ...(options.newRunId && { newRunId: options.newRunId }),
      ...(options.now && { now: options.now }),
    }),
  )
  return agentOf(name, toolbox, store ? loop.layer(record(store)) : loop)
}

function agentOf(name: string, toolbox: Toolbox, service: Stack<RunRequest, AgentRun>): Agent {
  const run: Agent['run'] = async (input, options) => {
    const ctx = createContext(options)
    try {
      return await service.call(toRequest(input), ctx)
    } finally {
      ctx.release()
    }
  }
  return {
    name,
    effects: service.effects,
    service,
    toolbox,
    run,
    stream: (input, options) => streamRun(service, toRequest(input), options),
    resume: (runId, decisions = [], options) => run({ runId, decisions }, options),
    layer: (layer) => agentOf(name, toolbox, service.layer(layer)),
    stack: () => service.stack(),
  }
}

function toRequest(input: string | RunRequest): RunRequest {
  return typeof input === 'string' ? { messages: [{ role: 'user', content: input }] } : input
}

function isToolbox(tools: Toolbox | readonly AnyTool[]): tools is Toolbox {
  return !Array.isArray(tools)
}

function toToolbox(tools: readonly AnyTool[]): Toolbox {
  return createToolbox(tools)
}

/** The same for the same contracts, whatever their order. */
function hashOf(toolbox: Toolbox): string {
  return digest(
    toolbox
      .list()
      .map((tool) => contractHash(tool))
      .toSorted(),
  )
}
