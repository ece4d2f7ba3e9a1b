import { createToolError, type RunItem, type ToolRisk } from '@armorer/core'
import { createContext, type Stack, type Toolbox } from '@armorer/runtime'
import { forkRecords, type ForkStart } from '../record/fork.js'
import { replay, type Assemble } from '../record/replay.js'
import { type AgentRun, type RunRequest } from '../run/agent-run.js'
import { type RunRecord } from '../run/run-record.js'
import { type RunStore } from '../run/run-store.js'
import { type Agent } from './agent.js'
import { streamRun } from './stream-run.js'

export interface AgentParts {
  readonly name: string
  readonly instructions: readonly RunItem[]
  readonly toolbox: Toolbox
  readonly risk: ToolRisk
  readonly store: RunStore | undefined
  readonly steps: Agent['steps']
  readonly assemble: Assemble
  /** What a run of this agent begins with. */
  readonly newStart: () => ForkStart
}

/** The ways to call a service of runs. */
export function agentOf(parts: AgentParts, service: Stack<RunRequest, AgentRun>): Agent {
  const { name, instructions, toolbox, risk, steps, assemble } = parts
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
    instructions,
    toolbox,
    risk,
    service,
    steps,
    run,
    stream: (input, options) => streamRun(service, toRequest(input), options),
    async resume(runId, decisions = [], options) {
      const past = await readRun(storeOf(parts), runId)
      return run({ runId, past, decisions }, options)
    },
    async replay(given, options) {
      const records = typeof given === 'string' ? await readRun(storeOf(parts), given) : given
      return replay(records, assemble, options)
    },
    async fork(runId, { at, messages }, options) {
      const store = storeOf(parts)
      const records = forkRecords(await readRun(store, runId), at, parts.newStart())
      const [start] = records
      if (start?.kind !== 'start') throw noRun(runId)
      await store.append(start.runId, 0, records)
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

async function readRun(store: RunStore, runId: string): Promise<readonly RunRecord[]> {
  const records = await store.read(runId)
  if (records.length === 0) throw noRun(runId)
  return records
}

function noRun(runId: string) {
  return createToolError({
    category: 'not_found',
    code: 'agent.no_run',
    message: `there is no run ${runId}`,
  })
}
