import { createToolError, stop, type ToolErrorOptions, type ToolRisk } from '@armorer/core'
import { type ToolResult } from '@armorer/runtime'

/** A result that cannot be handed over, for this reason. A write that was done, or may have been, is never told as failed. */
export function withheld(
  result: ToolResult,
  { effects }: ToolRisk,
  error: ToolErrorOptions,
): ToolResult {
  const { callId, tool } = result
  const known = effects === 'none' || effects === 'read' ? undefined : whatIsKnown(result, error)
  if (known === undefined) {
    return { kind: 'failed', callId, tool, error: createToolError(error) }
  }
  const { code, cause } = error
  return { kind: 'unknown', callId, tool, error: stop({ kind: 'unknown' }, known, { code, cause }) }
}

/** In the words of the runtime; `undefined` where nothing was done. */
function whatIsKnown({ kind }: ToolResult, { message }: ToolErrorOptions): string | undefined {
  if (kind === 'unknown') return `${message}: whether it was done is not known`
  const isDone = kind === 'done' || kind === 'duplicate'
  return isDone ? `it was done, but its output is lost: ${message}` : undefined
}
