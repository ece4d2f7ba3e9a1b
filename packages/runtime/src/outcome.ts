import {
  createToolError,
  stop,
  stoppedBy,
  toToolError,
  type Ask,
  type ToolDefinition,
  type ToolError,
} from '@armorer/core'

interface ResultBase {
  readonly callId: string
  /** The id of the tool, or the name that was asked for where there is no such tool. */
  readonly tool: string
}

/** What became of a call. Every call gets exactly one of these. */
export type ToolResult<Output = unknown> =
  | (ResultBase & { readonly kind: 'done'; readonly value: Output })
  /** Done before, under the same key: this is what came of it then. */
  | (ResultBase & { readonly kind: 'duplicate'; readonly value: Output })
  | (ResultBase & { readonly kind: 'failed'; readonly error: ToolError })
  | (ResultBase & { readonly kind: 'denied'; readonly error: ToolError; readonly rule?: string })
  /** A person must decide, or say more, first. */
  | (ResultBase & {
      readonly kind: 'pending'
      readonly error: ToolError
      readonly asks: readonly Ask[]
      readonly approvalId?: string
    })
  /** Nothing was done; this is what would have been. */
  | (ResultBase & {
      readonly kind: 'dry_run'
      readonly error: ToolError
      readonly preview?: unknown
    })
  /** The same call is under way elsewhere. */
  | (ResultBase & { readonly kind: 'in_progress'; readonly error: ToolError })
  /** It was sent, and nobody knows what came of it. Calling again may do it twice. */
  | (ResultBase & { readonly kind: 'unknown'; readonly error: ToolError })
  | (ResultBase & { readonly kind: 'cancelled'; readonly error: ToolError })

/** Nobody waited for it any more when it was about to begin: it did nothing. */
export function notBegun(name: string): ToolError {
  return stop({ kind: 'cancelled' }, `${name}: cancelled before it began`)
}

/** The same error without the mark of how its call was stopped. */
export function unmarked(error: ToolError): ToolError {
  if (!stoppedBy(error)) return error
  const { category, code, retryable, message, details, retryAfterMs } = error
  return createToolError({
    category,
    code,
    retryable,
    message,
    ...(details && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause: error.cause,
  })
}

/** The result of a call that ended in an error. */
export function toResult<Output>(
  thrown: unknown,
  callId: string,
  { id, identity }: ToolDefinition,
): ToolResult<Output> {
  const error = toToolError(thrown, identity)
  const stopped = stoppedBy(thrown)
  const base = { callId, tool: id }
  if (!stopped) {
    const kind = error.category === 'cancelled' ? 'cancelled' : 'failed'
    return { ...base, kind, error }
  }
  switch (stopped.kind) {
    case 'duplicate':
      // Made by a gate that keeps this tool's own results.
      return { ...base, kind: 'duplicate', value: stopped.value as Output }
    case 'denied':
    case 'pending':
    case 'dry_run':
    case 'in_progress':
    case 'unknown':
    case 'cancelled':
      return { ...base, ...stopped, error }
  }
}
