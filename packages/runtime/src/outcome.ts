import {
  createToolError,
  toToolError,
  type Ask,
  type JsonValue,
  type ToolDefinition,
  type ToolError,
} from '@armorer/core'

/** How a call ended without doing what was asked, and without having failed. */
export type Stopped =
  | { readonly kind: 'denied'; readonly rule?: string }
  | { readonly kind: 'pending'; readonly asks: readonly Ask[]; readonly approvalId?: string }
  | { readonly kind: 'dry_run'; readonly preview?: unknown }
  | { readonly kind: 'duplicate'; readonly value: unknown }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'cancelled' }

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

const STOPPED = Symbol.for('@armorer/runtime/stopped')

const ERRORS = {
  denied: { category: 'permission', code: 'toolbox.denied' },
  pending: { category: 'permission', code: 'toolbox.pending' },
  dry_run: { category: 'permission', code: 'toolbox.dry_run' },
  duplicate: { category: 'conflict', code: 'toolbox.duplicate' },
  in_progress: { category: 'conflict', code: 'toolbox.in_progress' },
  unknown: { category: 'timeout', code: 'toolbox.unknown_outcome' },
  cancelled: { category: 'cancelled', code: 'toolbox.cancelled' },
} as const

export interface StopOptions {
  readonly code?: string
  /** Left out it is not: what may have happened already must not be tried again by anyone. */
  readonly retryable?: boolean
  readonly details?: Readonly<Record<string, JsonValue>>
  readonly cause?: unknown
}

/** The error by which a layer stops a call. `execute` turns it into its result; a direct call throws it. */
export function stop(
  stopped: Stopped,
  message: string,
  { code, retryable = false, cause, details }: StopOptions = {},
): ToolError {
  const error = createToolError({
    ...ERRORS[stopped.kind],
    ...(code !== undefined && { code }),
    retryable,
    message,
    ...(details && { details }),
    cause,
  })
  Object.defineProperty(error, STOPPED, { value: stopped })
  return error
}

/** Nobody waited for it any more when it was about to begin: it did nothing. */
export function notBegun(name: string): ToolError {
  return stop({ kind: 'cancelled' }, `${name}: cancelled before it began`)
}

/** How a call was stopped; `undefined` for an ordinary failure. */
export function stoppedBy(error: unknown): Stopped | undefined {
  try {
    return error instanceof Error ? (Reflect.get(error, STOPPED) as Stopped | undefined) : undefined
  } catch {
    // It does not even let itself be read.
    return undefined
  }
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
