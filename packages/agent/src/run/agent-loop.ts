import { toToolError, type JsonObject, type StopReason } from '@armorer/core'
import { wrap, type CallContext, type Effects, type Service } from '@armorer/runtime'
import { checkLimit } from '../check-limit.js'
import {
  type FinalOutput,
  type StepOutcome,
  type StepRequest,
  type StepService,
} from '../step/step-outcome.js'
import { toAgentRun, type AgentRun, type RunRequest } from './agent-run.js'
import { beginRun, type RunBeginning } from './begin-run.js'
import { openRun, type OpenRun } from './open-run.js'
import { type RunStop } from './run-record.js'
import { settingsOf } from './run-state.js'
import { type StopPolicy } from './stop-policy.js'

export interface LoopOptions extends Partial<RunBeginning> {
  /** Model calls that one request may take; 20 where it is left out. */
  readonly maxTurns?: number | undefined
  readonly stop?: readonly StopPolicy[] | undefined
}

/** Repeats a step until it is done, must wait for a person, or has a reason to stop. Whatever happens, the run comes back. */
export function agentLoop({ maxTurns = 20, stop: policies = [], ...options }: LoopOptions = {}) {
  checkLimit('agentLoop', 'maxTurns', maxTurns)
  const beginning = { ...DEFAULTS, ...options }
  return <E extends Effects>(step: StepService<E>): Service<RunRequest, AgentRun, E> =>
    wrap<StepRequest, StepOutcome, E, RunRequest, AgentRun>(step, 'loop', async (request, ctx) => {
      const run = openRun(request.past ?? [], request.onRecord)
      const { stop: before } = run.state
      await beginRun(run, request, beginning)
      // Whoever takes up a run that is over is shown how it ended.
      if (before?.kind === 'done' && run.state.stop === before) {
        return toAgentRun(run.state, before, await outputAgain(step, run, ctx))
      }
      const settings = settingsOf(run.state)
      while (true) {
        const reason = reasonToStop(run, policies, maxTurns, ctx)
        if (reason) return finish(run, reason)
        let outcome: StepOutcome
        try {
          outcome = await step.call({ run, settings, onDelta: request.onDelta }, ctx)
        } catch (error) {
          return finish(run, stopFor(error, run, ctx))
        }
        if (outcome.kind === 'next') continue
        if (outcome.kind === 'waiting') {
          return toAgentRun(run.state, { kind: 'waiting', calls: outcome.approvals })
        }
        return finish(run, stopOf(outcome.stop, outcome), outcome.output)
      }
    })
}

const NO_SETTINGS: JsonObject = {}
const DEFAULTS: RunBeginning = {
  agent: 'agent',
  tools: '',
  settings: NO_SETTINGS,
  newRunId: () => crypto.randomUUID(),
  now: () => Date.now(),
}

/** Open calls are made in any case, since without their outputs the log would be no conversation; and a last answer counts. */
function reasonToStop(
  { state }: OpenRun,
  policies: readonly StopPolicy[],
  maxTurns: number,
  ctx: CallContext,
): RunStop | undefined {
  if (state.open.length > 0 || state.ended) return undefined
  if (ctx.cancelled) return { kind: 'cancelled' }
  if (state.request.turns >= maxTurns) return { kind: 'out_of_turns', turns: state.progress.turns }
  for (const policy of policies) {
    const reason = policy.check(state.progress)
    if (reason !== undefined) return { kind: 'stopped', policy: policy.name, reason }
  }
  return undefined
}

function stopFor(error: unknown, { failure }: OpenRun, { cancelled }: CallContext): RunStop {
  // What cannot be written down did not happen, as far as anyone will know.
  if (failure) throw failure.error
  if (cancelled) return { kind: 'cancelled' }
  return { kind: 'failed', error: toToolError(error).toJSON() }
}

/** What the schema makes of the last answer, of which only the text is kept. */
async function outputAgain(
  step: StepService,
  { state }: OpenRun,
  ctx: CallContext,
): Promise<FinalOutput | undefined> {
  if (!state.ended) return undefined
  // To a run that is over nothing is added, whatever a schema that has changed since may say.
  const run: OpenRun = { state, failure: undefined, add: () => undefined }
  const outcome = await step.call({ run, settings: NO_SETTINGS }, ctx)
  return outcome.kind === 'done' ? outcome.output : undefined
}

async function finish(run: OpenRun, stop: RunStop, output?: FinalOutput): Promise<AgentRun> {
  const error = stop.kind === 'failed' ? { error: stop.error } : {}
  await run.add({ kind: 'stop', stop, items: [{ kind: 'stop', reason: stop.kind, ...error }] })
  return toAgentRun(run.state, stop, output)
}

function stopOf(stop: StopReason, { output }: Extract<StepOutcome, { kind: 'done' }>): RunStop {
  if (output?.kind === 'invalid') return { kind: 'invalid_output', problems: output.problems }
  switch (stop) {
    case 'length':
      return { kind: 'truncated' }
    case 'refused':
    case 'broken':
      return { kind: stop }
    case 'done':
    case 'calls':
      return { kind: 'done' }
    case 'other':
      return { kind: 'unclear' }
  }
}
