import { formatToolId, noInput, type RunItem } from '@armorer/core'
import { createTool, wrap, type AnyTool, type Effects, type Service } from '@armorer/runtime'
import { isSystem } from '../conversation/system-message.js'
import { type OpenRun } from '../run/open-run.js'
import { type StepOutcome, type StepRequest, type StepService } from '../step/step-outcome.js'
import { type Agent } from './agent.js'

/** What the next agent sees of what was said so far. System messages are each agent's own, and are left out before. */
export type MessagePolicy = (items: readonly RunItem[]) => readonly RunItem[]

/** Everything, tool calls and their outputs included. */
export const wholeHistory: MessagePolicy = (items) => items

/** What user and model said to each other, without the tools. */
export const spokenWords: MessagePolicy = (items) =>
  items.flatMap((item): readonly RunItem[] => {
    if (item.kind !== 'message' || (item.role !== 'user' && item.role !== 'assistant')) return []
    const { rest: _rest, ...bare } = item
    const parts = item.parts.filter(({ kind }) => kind === 'text' || kind === 'media')
    return parts.length > 0 ? [{ ...bare, parts }] : []
  })

/** An agent that another may hand its run over to, and what it is shown then. */
export interface Handoff {
  readonly agent: Agent
  readonly messages: MessagePolicy
  /** When to do so, said to the model. */
  readonly description: string
}

/** The tool by which a model hands its run over. */
export function handoffTool({ agent, description }: Handoff): AnyTool {
  return createTool({
    name: toolNameOf(agent),
    description,
    input: noInput,
    risk: { effects: 'none' },
    run: () => `handed over to ${agent.name}`,
  })
}

/** Takes each step with whoever has the run, and hands it over where the model has called for that. */
export function handoffs(
  from: string,
  targets: readonly Handoff[],
  steps: ReadonlyMap<string, StepService>,
) {
  return <E extends Effects>(own: Service<StepRequest, StepOutcome, E>) =>
    wrap<StepRequest, StepOutcome, E>(own, 'handoffs', async (request, ctx) => {
      const { run } = request
      // The model was told that its run is handed over, and the process may have died before it was.
      await handOverIfCalledFor(run, from, targets)
      const step = run.state.agent === from ? own : (steps.get(run.state.agent) ?? own)
      const outcome = await step.call(request, ctx)
      if (step === own) await handOverIfCalledFor(run, from, targets)
      return outcome
    })
}

async function handOverIfCalledFor(
  run: OpenRun,
  from: string,
  targets: readonly Handoff[],
): Promise<void> {
  const target = run.state.agent === from ? calledFor(run, targets) : undefined
  if (target) await handOver(run, from, target)
}

/** Whom the last answer called for, once all its calls are made; a call that was refused, or went wrong, calls for nobody. */
function calledFor({ state }: OpenRun, targets: readonly Handoff[]): Handoff | undefined {
  if (state.open.length > 0) return undefined
  // Some hosts give the calls of every answer the same ids.
  const since = state.items.slice(state.items.findLastIndex(asksForTools))
  // What another agent asked for before it handed over is not this one's.
  if (since.some(({ kind }) => kind === 'handoff')) return undefined
  const failed = new Set(since.flatMap(failuresIn))
  const called = new Set(
    state.progress.calls.filter(({ id }) => !failed.has(id)).map(({ tool }) => tool),
  )
  return targets.find(({ agent }) => {
    const name = toolNameOf(agent)
    return called.has(name) || called.has(formatToolId({ name }))
  })
}

function asksForTools(item: RunItem): boolean {
  return item.kind === 'message' && item.parts.some(({ kind }) => kind === 'tool_call')
}

function failuresIn(item: RunItem): readonly string[] {
  if (item.kind !== 'message') return []
  return item.parts.flatMap((part) =>
    part.kind === 'tool_output' && part.isError ? [part.callId] : [],
  )
}

async function handOver(run: OpenRun, from: string, { agent, messages }: Handoff): Promise<void> {
  const spoken = run.state.view.filter((item) => !isSystem(item))
  const view = [...agent.instructions, ...messages(spoken)]
  await run.add({
    kind: 'handoff',
    to: agent.name,
    items: [{ kind: 'handoff', from, to: agent.name }],
    view,
  })
}

function toolNameOf({ name }: Agent): string {
  return `handoff_to_${name}`
}
