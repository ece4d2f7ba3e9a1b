import {
  createToolError,
  digest,
  stop,
  type JsonValue,
  type ToolSchema,
  type ToolSpec,
  type ValueOf,
} from '@armorer/core'
import { createTool, type AnyTool, type RuntimeToolContext } from '@armorer/runtime'
import { type AgentRun } from '../run/agent-run.js'
import { type RunStore } from '../run/run-store.js'
import { resumable } from '../step/resumable.js'
import { type Agent } from './agent.js'

export interface AgentToolOptions<Input extends ToolSchema> extends Pick<
  ToolSpec,
  'name' | 'description'
> {
  readonly input: Input
  /** What the agent is asked, of the tool's input. */
  readonly ask: (input: ValueOf<Input>) => string
  /** Where the agent keeps its runs: one that waits for a person is found again there. */
  readonly store: RunStore
}

/**
 * An agent as a tool of another. It is as risky as its tools together; where one of its calls waits for a person the call of the tool
 * does too. The same call, of the same principal for the same account and with the same key and input, goes on with the same run.
 */
export function agentTool<Input extends ToolSchema>(
  agent: Agent,
  { ask, store, ...spec }: AgentToolOptions<Input>,
): AnyTool {
  return createTool({
    ...spec,
    // What needs approval within is approved within.
    risk: { ...agent.risk, requiresApproval: false },
    run: async (input: ValueOf<Input>, ctx: RuntimeToolContext): Promise<JsonValue> => {
      const runId = runIdOf(input, ctx)
      const options = { ...ctx.facts, within: ctx }
      const [start] = await store.read(runId)
      if (start?.kind === 'start' && start.agent !== agent.name) throw notOurs(agent, runId)
      const messages = [{ role: 'user', content: ask(input) }]
      const run = start
        ? await agent.resume(runId, [], options)
        : await agent.run({ runId, messages, labels: ctx.labels }, options)
      return outputOf(run)
    },
  }).layer(resumable())
}

/** A key may be chosen by anyone, and so names no run by itself: nobody is to reach what another has asked. */
function runIdOf(
  input: unknown,
  { idempotencyKey, toolCall, principal, account }: RuntimeToolContext,
): string {
  if (idempotencyKey === undefined) return crypto.randomUUID()
  const asker = [principal?.kind, principal?.id, account]
  return digest(JSON.stringify([toolCall.tool, idempotencyKey, asker, input], toText))
}

/** What a schema makes of an input need not be JSON. */
function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function notOurs({ name }: Agent, runId: string) {
  return createToolError({
    category: 'conflict',
    code: 'agent.other_agent',
    message: `run ${runId} is of another agent, and not of ${name}: give each a tool of its own name`,
  })
}

function outputOf({ runId, stop: end, text, output }: AgentRun): JsonValue {
  if (end.kind === 'done') return (output as JsonValue | undefined) ?? text
  if (end.kind === 'waiting') {
    const asks = end.calls.flatMap((call) => call.asks)
    const [first] = end.calls
    throw stop(
      {
        kind: 'pending',
        asks,
        ...(first?.approvalId !== undefined && { approvalId: first.approvalId }),
      },
      asks.map(({ message }) => message).join('; '),
      { details: { runId: first?.runId ?? runId } },
    )
  }
  throw createToolError({
    category: end.kind === 'cancelled' ? 'cancelled' : 'internal',
    code: `agent.${end.kind}`,
    message: `the agent did not finish: ${end.kind.replaceAll('_', ' ')}`,
    details: { runId },
  })
}
