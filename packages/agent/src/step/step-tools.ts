import { createToolError, type Ask, type ToolDefinition } from '@armorer/core'
import {
  type AnyTool,
  type CallContext,
  type Effects,
  type Toolbox,
  type ToolResult,
} from '@armorer/runtime'
import { type RunState, type OpenCall } from '../run/run-state.js'
import { type OutputRecord, type WaitingCall } from '../run/run-record.js'
import { toOutputRecord, type EndedCall } from './output-record.js'
import { isResumable } from './resumable.js'

/** What became of a call: the record of it, or that a person must decide first. */
export type Performed =
  | { readonly kind: 'ended'; readonly record: OutputRecord }
  | { readonly kind: 'pending'; readonly call: WaitingCall; readonly asks: readonly Ask[] }

/** Tools as a step uses them. A replay puts a log in their place. */
export interface StepTools {
  readonly definitions: readonly ToolDefinition[]
  /** The most that any of them may do. */
  readonly effects: Effects
  /** Whether a call may run beside others, and needs no note before it begins. */
  isReading(name: string): boolean
  perform(open: OpenCall, state: RunState, ctx: CallContext): Promise<Performed>
}

export interface StepToolsOptions {
  /** More characters of an output are not shown to the model; 100,000 where it is left out. */
  readonly maxOutputLength?: number | undefined
}

/** The tools of a toolbox, each call under a key that is the same whenever the run is taken up again. */
export function toolboxTools(
  toolbox: Toolbox,
  { maxOutputLength: maxLength = 100_000 }: StepToolsOptions = {},
): StepTools {
  const isReading = (name: string) => {
    const tool = toolbox.find(name)
    return tool === undefined || tool.effects === 'none' || tool.effects === 'read'
  }
  return {
    definitions: toolbox.list(),
    effects: strongest(toolbox.entries().map(({ tool }) => tool.effects)),
    isReading,
    perform(open, state, ctx) {
      const { call, key, decision } = open
      const text = argumentsOf(open)
      const tool = toolbox.find(call.tool)
      const isUntrusted = tool?.definition.risk.untrustedOutput === true
      const unmade = outcomeUnmade(open, tool)
      if (unmade) {
        const untrusted = isUntrusted && unmade.kind === 'unknown'
        const record = toOutputRecord(call, unmade, { decision, maxLength, untrusted })
        return Promise.resolve({ kind: 'ended', record })
      }
      const asked = { id: call.id, name: call.tool, arguments: text }
      // A field that is added to a spread costs several times an assignment, and every call comes by here.
      const options = Object.assign({}, ctx.facts, {
        runId: state.start?.runId,
        labels: state.labels,
        idempotencyKey: key,
        within: ctx,
      })
      return toolbox.execute(asked, options).then((result): Performed => {
        if (result.kind === 'pending') return toPending(result, text)
        const still = tool && stillWaiting(open, tool, result)
        if (still) return still
        // What was never run has told nothing of strangers.
        const untrusted = isUntrusted && result.kind !== 'denied' && result.kind !== 'dry_run'
        return {
          kind: 'ended',
          record: toOutputRecord(call, result, { decision, untrusted, maxLength }),
        }
      })
    },
  }
}

/** What it is made with: the model's own words, or those of a person instead. */
function argumentsOf({ call, decision }: OpenCall): string {
  return (decision?.answer === 'edited' ? decision.arguments : undefined) ?? call.arguments
}

/** What is said of a call that must not be made; `undefined` where it may. */
function outcomeUnmade(
  { call, began, decision }: OpenCall,
  tool: AnyTool | undefined,
): EndedCall | undefined {
  const base = { callId: call.id, tool: call.tool }
  if (call.refusal) return { ...base, kind: 'failed', error: call.refusal }
  const isRejected = decision?.answer === 'rejected'
  // What was made is not unmade by a word, and only who remembers it knows that it was not.
  const isSettled = tool && (isRejected ? isResumable(tool) : mayRepeat(tool))
  if (began && tool && !isSettled) return { ...base, kind: 'unknown', error: maybeDone() }
  return isRejected ? { ...base, kind: 'denied', error: rejected(decision) } : undefined
}

/** Whether a call that a crash interrupted may be made again: where that changes nothing more, or someone remembers it. */
function mayRepeat(tool: AnyTool): boolean {
  return tool.effects !== 'write' || isResumable(tool)
}

function toPending(
  { callId, tool, asks, approvalId, error }: Extract<ToolResult, { kind: 'pending' }>,
  text: string,
): Performed {
  const runId = error.details?.['runId']
  return {
    kind: 'pending',
    asks,
    call: {
      callId,
      tool,
      arguments: text,
      asks,
      ...(approvalId !== undefined && { approvalId }),
      ...(typeof runId === 'string' && { runId }),
    },
  }
}

/**
 * What a gate let wait, waits until it is settled there: approved and not made yet, or asked about without the facts that the
 * gate needs, it has come to nothing that a model could be told.
 */
function stillWaiting(open: OpenCall, tool: AnyTool, result: ToolResult): Performed | undefined {
  const { waiting } = open
  if (waiting?.approvalId === undefined || !mayRepeat(tool)) return undefined
  const isUnsettled =
    result.kind === 'in_progress' ||
    (result.kind === 'denied' && result.error.code === 'gateway.incomplete_call')
  if (!isUnsettled) return undefined
  const asks: readonly Ask[] = [{ for: 'approval', message: result.error.message }]
  return { kind: 'pending', asks, call: { ...waiting, arguments: argumentsOf(open), asks } }
}

function rejected({ by, message }: { by: string; message?: string | undefined }) {
  return createToolError({
    category: 'permission',
    code: 'agent.rejected',
    message: `rejected by ${by}${message === undefined ? '' : `: ${message}`}`,
  })
}

function maybeDone() {
  return createToolError({
    category: 'timeout',
    code: 'agent.interrupted',
    retryable: false,
    message:
      'the program ended while this was being done, so nobody knows whether it was; it was not done again',
  })
}

const WEAKEST_FIRST: readonly Effects[] = ['none', 'read', 'idempotent', 'write']

/** The most that any of these may do. */
export function strongest(effects: readonly Effects[]): Effects {
  // A step asks a model, which is a read at least.
  const rank = Math.max(1, ...effects.map((one) => WEAKEST_FIRST.indexOf(one)))
  return WEAKEST_FIRST[rank] ?? 'write'
}
