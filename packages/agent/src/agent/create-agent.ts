import { contractHash, createToolError, digest, type JsonObject } from '@armorer/core'
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
import { forkRecords } from '../record/fork.js'
import { record } from '../record/record.js'
import { replay, type Assemble, type ReplayOptions, type ReplayReport } from '../record/replay.js'
import { agentLoop, type LoopOptions } from '../run/agent-loop.js'
import { type RunRecord, type StartRecord } from '../run/run-record.js'
import { type AgentRun, type CallDecision, type RunRequest } from '../run/agent-run.js'
import { type RunStore } from '../run/run-store.js'
import { type StopPolicy } from '../run/stop-policy.js'
import { stepOf } from '../step/agent-step.js'
import { toolboxTools, type StepToolsOptions } from '../step/step-tools.js'
import { streamRun, type RunStream } from './stream-run.js'

export interface AgentOptions extends StepToolsOptions {
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
  /** Runs a log again without asking or calling anyone, and says where it first differs. A string is the id of a run in the store. */
  replay(run: string | readonly RunRecord[], options?: ReplayOptions): Promise<ReplayReport>
  /**
   * Goes on from item `at` of a run in the store as a run of its own, with this agent's model, tools and policy. The first run stays
   * as it is.
   */
  fork(
    runId: string,
    from: { readonly at: number; readonly messages?: RunRequest['messages'] },
    options?: RunOptions,
  ): Promise<AgentRun>
  /** The layer added last is outermost. */
  layer(layer: Layer<RunRequest, AgentRun, Effects>): Agent
  stack(): readonly string[]
}

/** An agent of a model, tools and instructions. */
export function createAgent(options: AgentOptions): Agent {
  const { name, model, tools = [], store } = options
  const toolbox = isToolbox(tools) ? tools : toToolbox(tools)
  const stepTools = toolboxTools(toolbox, options)
  const loopOptions = toLoopOptions(options, hashOf(toolbox))
  const service = stepOf(model, stepTools).layer(agentLoop(loopOptions))
  const assemble: Assemble = (recorded, replaceTools, { runId, at }) =>
    stepOf(recorded, replaceTools(stepTools)).layer(
      agentLoop({ ...loopOptions, newRunId: () => runId, now: () => at }),
    )
  const newStart = () => ({
    runId: (options.newRunId ?? (() => crypto.randomUUID()))(),
    agent: name,
    settings: options.settings ?? {},
    tools: hashOf(toolbox),
    at: (options.now ?? Date.now)(),
  })
  return agentOf(
    { name, toolbox, store, assemble, newStart },
    store ? service.layer(record(store)) : service,
  )
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

interface AgentParts {
  readonly name: string
  readonly toolbox: Toolbox
  readonly store: RunStore | undefined
  readonly assemble: Assemble
  /** What a run of this agent begins with. */
  readonly newStart: () => Pick<StartRecord, 'runId' | 'agent' | 'settings' | 'tools' | 'at'>
}

function agentOf(parts: AgentParts, service: Stack<RunRequest, AgentRun>): Agent {
  const { name, toolbox, assemble } = parts
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
    async resume(runId, decisions = [], options) {
      const past = await storeOf(parts).read(runId)
      if (past.length === 0) throw noRun(runId)
      return run({ runId, past, decisions }, options)
    },
    async replay(given, options) {
      const records = typeof given === 'string' ? await storeOf(parts).read(given) : given
      return replay(records, assemble, options)
    },
    async fork(runId, { at, messages }, options) {
      const keep = storeOf(parts)
      const records = forkRecords(await keep.read(runId), at, parts.newStart())
      const [start] = records
      if (start?.kind !== 'start') throw noRun(runId)
      await keep.append(start.runId, 0, records)
      return run({ runId: start.runId, messages }, options)
    },
    layer: (layer) => agentOf(parts, service.layer(layer)),
    stack: () => service.stack(),
  }
}

function toRequest(input: string | RunRequest): RunRequest {
  return typeof input === 'string' ? { messages: [{ role: 'user', content: input }] } : input
}

function storeOf({ name, store }: AgentParts): RunStore {
  if (store) return store
  throw createToolError({
    category: 'validation',
    code: 'agent.no_store',
    message: `agent ${name} keeps no runs: give it a store`,
  })
}

function noRun(runId: string) {
  return createToolError({
    category: 'not_found',
    code: 'agent.no_run',
    message: `there is no run ${runId}`,
  })
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
