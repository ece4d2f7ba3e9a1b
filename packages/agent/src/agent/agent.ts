import { type RunItem, type ToolRisk } from '@armorer/core'
import {
  type CallFacts,
  type CallLimits,
  type Effects,
  type Layer,
  type Stack,
  type Toolbox,
} from '@armorer/runtime'
import { type ModelService } from '../model/model-service.js'
import { type ReplayOptions, type ReplayReport } from '../record/replay.js'
import { type AgentRun, type CallDecision, type RunRequest } from '../run/agent-run.js'
import { type RunRecord } from '../run/run-record.js'
import { type StepService } from '../step/step-outcome.js'
import { type StepTools } from '../step/step-tools.js'
import { type RunStream } from './stream-run.js'

/** Who asks, for whom, and until when: handed to every tool. */
export type RunOptions = CallFacts & CallLimits

/** An agent: a service of runs, and the ways to call it. */
export interface Agent {
  readonly name: string
  readonly effects: Effects
  /** What it is told first. */
  readonly instructions: readonly RunItem[]
  readonly toolbox: Toolbox
  /** Of its tools and of those of the agents it can hand over to, together. */
  readonly risk: ToolRisk
  /** The service itself, for layers and for code that wants records as they come. */
  readonly service: Stack<RunRequest, AgentRun>
  /** Its own step and those of the agents it can hand over to, by name; over other parts where these are given. */
  steps(parts?: StandIns): ReadonlyMap<string, StepService>
  /** Runs until there is nothing more to do. Whatever goes wrong is the run's `stop`; only a store's failure is thrown. */
  run(input: string | RunRequest, options?: RunOptions): Promise<AgentRun>
  /** The same while it happens. It goes no faster than it is read, and always ends with an `end`. */
  stream(input: string | RunRequest, options?: RunOptions): RunStream
  /**
   * Takes up a run that waits, or that died with its process, with the decisions that a person made; one that is none is refused
   * before anything is done. Facts are not kept with a run: pass in `options` those it began with.
   */
  resume(
    runId: string,
    decisions?: readonly CallDecision[],
    options?: RunOptions,
  ): Promise<AgentRun>
  /**
   * Runs a log again without asking or calling anyone, and says where it first differs, or that it has no end. A string is the id
   * of a run in the store.
   */
  replay(run: string | readonly RunRecord[], options?: ReplayOptions): Promise<ReplayReport>
  /**
   * Goes on from item `at` of a run in the store as a run of its own, with this agent's model, tools and policy. The first run stays
   * as it is, and so do the decisions on calls that are open there: the fork waits for its own.
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

/** What stands in for an agent's own model and tools, as in a replay. */
export interface StandIns {
  readonly model: ModelService
  readonly replaceTools: (tools: StepTools) => StepTools
}
