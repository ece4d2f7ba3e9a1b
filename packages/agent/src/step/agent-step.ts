import { createToolError, type RunItem, type StopReason } from '@armorer/core'
import { layered, type Effects, type Stack, type Toolbox } from '@armorer/runtime'
import { type ModelReply, type ModelService } from '../model/model-service.js'
import { saysAll } from '../run/calls-in.js'
import { lastText } from '../run/last-text.js'
import { type OpenRun } from '../run/open-run.js'
import { type WaitingCall } from '../run/run-record.js'
import { type RunState } from '../run/run-state.js'
import { mendCallIds } from './mend-call-ids.js'
import { performCalls } from './perform-calls.js'
import { type StepAux, type StepOutcome, type StepRequest } from './step-outcome.js'
import { toolboxTools, type StepTools, type StepToolsOptions } from './step-tools.js'

export interface StepOptions extends StepToolsOptions {
  readonly model: ModelService
  readonly tools: Toolbox
}

/**
 * One model call and the tool calls that it asked for, with one output for each, whatever happens. A run that was left with calls
 * open begins with those.
 */
export function agentStep({
  model,
  tools,
  ...options
}: StepOptions): Stack<StepRequest, StepOutcome> {
  return stepOf(model, toolboxTools(tools, options))
}

/** The same over any tools; a replay has its own. */
export function stepOf(model: ModelService, tools: StepTools): Stack<StepRequest, StepOutcome> {
  return layered<StepRequest, StepOutcome, Effects>({
    effects: tools.effects,
    names: ['step'],
    decides: false,
    async call({ run, settings, onDelta }, ctx) {
      const from = run.state.items.length
      if (run.state.open.length > 0) {
        const toolInvocations = run.state.open.length
        const aux = { promptTokens: 0, completionTokens: 0, toolInvocations }
        return outcomeOf(run, await performCalls(run, tools, ctx), from, aux)
      }
      // The answer was kept, and its process died before it could say so.
      if (run.state.ended) return doneAgain(run.state, run.state.ended)
      const request = { items: run.state.view, tools: tools.definitions, settings, onDelta }
      const reply = mendCallIds(await model.call(request, ctx), from)
      if (reply.items.length === 0 && !SILENT.has(reply.stop)) throw emptyAnswer()
      const kept = run.add({
        kind: 'answer',
        items: withUsage(reply),
        ...(!saysAll(reply.items, reply.calls) && { calls: reply.calls }),
        stop: reply.stop,
      })
      if (kept) await kept
      const aux: StepAux = {
        promptTokens: reply.usage?.inputTokens ?? 0,
        completionTokens: reply.usage?.outputTokens ?? 0,
        toolInvocations: reply.calls.length,
      }
      if (reply.calls.length > 0) {
        return outcomeOf(run, await performCalls(run, tools, ctx), from, aux)
      }
      const text = lastText(reply.items)
      return { kind: 'done', stop: reply.stop, text, items: run.state.items.slice(from), aux }
    },
  })
}

/** Answers that may say nothing, since how they ended says enough. */
const SILENT: ReadonlySet<StopReason> = new Set(['done', 'length', 'refused', 'other'])

function doneAgain({ text }: RunState, stop: StopReason): StepOutcome {
  const aux = { promptTokens: 0, completionTokens: 0, toolInvocations: 0 }
  return { kind: 'done', stop, text, items: [], aux }
}

function outcomeOf(
  { state }: OpenRun,
  approvals: readonly WaitingCall[],
  from: number,
  aux: StepAux,
): StepOutcome {
  const items = state.items.slice(from)
  return approvals.length > 0
    ? { kind: 'waiting', approvals, items, aux }
    : { kind: 'next', items, aux }
}

function withUsage({ items, usage }: ModelReply): readonly RunItem[] {
  return usage ? [...items, { kind: 'usage', ...usage }] : items
}

function emptyAnswer() {
  return createToolError({
    category: 'transient',
    code: 'model.empty_answer',
    message: 'the model answered with nothing at all',
  })
}
