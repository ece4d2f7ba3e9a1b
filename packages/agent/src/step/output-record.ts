import {
  deny,
  rehearse,
  type Decision,
  type RunItem,
  type TextPart,
  type ToolErrorData,
  type ToolId,
} from '@armorer/core'
import { showOutcome, textOfParts } from '@armorer/core/adapter'
import { type AskedCall } from '../model/model-service.js'
import { type Decided } from '../run/run-state.js'
import { type OutcomeKind, type OutputRecord } from '../run/run-record.js'

/** What a step is told of a call that has come to an end; one that waits for a person has not. */
export type EndedCall = { readonly callId: string; readonly tool: string } & (
  | { readonly kind: 'done' | 'duplicate'; readonly value: unknown }
  | { readonly kind: 'dry_run'; readonly error: ToolErrorData; readonly preview?: unknown }
  | {
      readonly kind: Exclude<OutcomeKind, 'done' | 'duplicate' | 'dry_run'>
      readonly error: ToolErrorData
    }
)

export interface OutputOptions {
  /** A person's decision, of which the model is told where it changed the call, or where there is more to it than a yes. */
  readonly decision?: Decided | undefined
  readonly untrusted?: boolean
  /** More characters than these are cut off, and the model is told so. */
  readonly maxLength: number
}

/** The one message that is owed to a call, whatever became of it. */
export function toOutputRecord(
  call: AskedCall,
  outcome: EndedCall,
  { decision, untrusted, maxLength }: OutputOptions,
): OutputRecord {
  const { parts: shown, isError } = showOutcome(outcome)
  const text = cut(textOfParts(shown) ?? '', maxLength)
  const note = noteOf(decision)
  const parts: TextPart[] = [{ kind: 'text', text }]
  if (note !== undefined) parts.push({ kind: 'text', text: note })
  const message: RunItem = {
    kind: 'message',
    role: 'tool',
    parts: [
      {
        kind: 'tool_output',
        callId: call.id,
        name: call.name,
        parts,
        ...(isError && { isError }),
      },
    ],
  }
  const said = decisionOf(outcome)
  return {
    kind: 'output',
    callId: call.id,
    outcome: outcome.kind,
    items: said
      ? [{ kind: 'decision', callId: call.id, tool: call.tool as ToolId, decision: said }, message]
      : [message],
    ...(untrusted && { untrusted }),
  }
}

function decisionOf(outcome: EndedCall): Decision | undefined {
  if (outcome.kind === 'denied') return deny(outcome.error.message)
  return outcome.kind === 'dry_run' ? rehearse(outcome.error.message) : undefined
}

/** Who changed a call says so in the history, or the model would take the words for its own. A rejection says it by itself. */
function noteOf(decision: Decided | undefined): string | undefined {
  if (!decision || decision.answer === 'rejected') return undefined
  const { answer, by, message, arguments: text = '' } = decision
  if (answer === 'approved')
    return message === undefined ? undefined : `approved by ${by}: ${message}`
  const why = message === undefined ? '' : ` (${message})`
  return `edited by ${by}${why}; it was called with: ${text}`
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // Half a surrogate pair is no character.
  const end = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return `${text.slice(0, end)}\n[cut off here: ${end} of ${text.length} characters]`
}
