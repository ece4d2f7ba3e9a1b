import { createToolError, type JsonObject, type RunItem } from '@armorer/core'
import { rawMessagesToRunItems } from '../chat/chat-codec.js'
import { systemMessage } from '../conversation/system-message.js'
import { toOutputRecord } from '../step/output-record.js'
import { type CallDecision, type RunRequest } from './agent-run.js'
import { checkDecisions } from './check-decisions.js'
import { type OpenRun } from './open-run.js'

export interface RunBeginning {
  readonly agent: string
  readonly instructions?: string | undefined
  /** Hash of the tools that the model is offered. */
  readonly tools: string
  readonly settings: JsonObject
  readonly newRunId: () => string
  readonly now: () => number
}

/** Writes down what a request brings: a new run, decisions, or something more that is said. */
export async function beginRun(
  run: OpenRun,
  request: RunRequest,
  beginning: RunBeginning,
): Promise<void> {
  const decisions = request.decisions ?? []
  checkDecisions(decisions, run.state)
  const said = rawMessagesToRunItems(request.messages ?? [])
  if (!run.state.start) {
    const { agent, tools, instructions, settings, newRunId, now } = beginning
    await run.add({
      kind: 'start',
      version: 1,
      runId: request.runId ?? newRunId(),
      agent,
      items: instructions === undefined ? said : [systemMessage(instructions), ...said],
      instructions: instructions === undefined ? 0 : 1,
      settings,
      given: request.settings ?? NOTHING,
      tools,
      labels: request.labels ?? [],
      at: now(),
      ...(request.forkOf && { forkOf: request.forkOf }),
    })
    return
  }
  for (const decision of decisions) await decide(run, decision)
  if (said.length === 0) return
  const closing = closeOpenCalls(run)
  await run.add({
    kind: 'said',
    by: 'user',
    ...(closing.length > 0 && { closing: closing.length }),
    ...(request.labels && { labels: request.labels }),
    items: [...closing, ...said],
  })
}

const NOTHING: JsonObject = {}

async function decide(run: OpenRun, decision: CallDecision): Promise<void> {
  const { callId, answer, by, arguments: text, message } = decision
  await run.add({
    kind: 'decided',
    callId,
    items: [
      {
        kind: 'approval',
        approvalId: callId,
        callId,
        answer,
        by,
        ...(text !== undefined && { arguments: text }),
        ...(message !== undefined && { message }),
      },
    ],
  })
}

/** Someone speaks instead of deciding: every call gets its answer, or no provider would take the history. */
function closeOpenCalls({ state }: OpenRun): readonly RunItem[] {
  return state.open.flatMap(({ call }) => {
    const base = { callId: call.id, tool: call.tool }
    const outcome = { ...base, kind: 'cancelled', error: superseded() } as const
    return toOutputRecord(call, outcome, { maxLength: Infinity }).items
  })
}

function superseded() {
  return createToolError({
    category: 'cancelled',
    code: 'agent.superseded',
    message: 'not done: the user said something else instead of deciding on it',
  })
}
