import { type JsonValue, type ToolErrorData } from '@armorer/core'
import { type ToolResult } from '@armorer/runtime'
import { type CallToolResult } from '@modelcontextprotocol/server'

/** What a client is told of a call. */
export interface McpAnswer {
  readonly isError: boolean
  /** For programs; it must be what the tool's output schema says. */
  readonly structured?: JsonValue
  /** The same for models. */
  readonly text: string
}

/**
 * The one table from results to answers. Whatever did not bring about what was asked for is an error to MCP, since an answer that
 * is none must be what the output schema says; the text tells which it was, and what to do about it.
 */
export function toAnswer(result: ToolResult): McpAnswer {
  switch (result.kind) {
    case 'done':
    case 'duplicate':
      return toValueAnswer(result.value)
    case 'pending':
      return tell(result.kind, result.error, {
        asks: result.asks,
        ...(result.approvalId !== undefined && { approvalId: result.approvalId }),
      })
    case 'denied':
      return tell(result.kind, result.error, result.rule !== undefined && { rule: result.rule })
    case 'dry_run':
      return tell(
        result.kind,
        result.error,
        result.preview !== undefined && { preview: result.preview },
      )
    case 'failed':
    case 'in_progress':
    case 'unknown':
    case 'cancelled':
      return tell(result.kind, result.error)
  }
}

/** A value, for programs and for models. A text is its own. */
export function toValueAnswer(value: unknown, isError = false): McpAnswer {
  if (typeof value === 'string') return { isError, text: value, structured: value }
  const text = JSON.stringify(value)
  if (text === undefined) return { isError, text: '' }
  // Read back from its text it holds nothing that JSON cannot say.
  return { isError, text, structured: JSON.parse(text) as JsonValue }
}

/** Until 2026 structured content was an object, and it still is where no schema says otherwise. */
export function toCallResult(
  { isError, structured, text }: McpAnswer,
  { takesAny }: { readonly takesAny: boolean },
): CallToolResult {
  const isObject =
    typeof structured === 'object' && structured !== null && !Array.isArray(structured)
  return {
    content: [{ type: 'text', text }],
    ...(structured !== undefined && (takesAny || isObject) && { structuredContent: structured }),
    ...(isError && { isError }),
  }
}

/** Errors show what they say of themselves, and never their cause. */
function tell(
  kind: ToolResult['kind'],
  { code, message, retryable, retryAfterMs, details }: ToolErrorData,
  more: object | false = {},
): McpAnswer {
  const error = {
    code,
    message,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(details && { details }),
  }
  return { isError: true, text: JSON.stringify({ kind, ...more, error }) }
}
