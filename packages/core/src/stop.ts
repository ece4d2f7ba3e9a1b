import { type Ask } from './decision.js'
import { createToolError, type ToolError } from './errors.js'
import { type JsonValue } from './json.js'

/** How a call ended without doing what was asked, and without having failed. */
export type Stopped =
  | { readonly kind: 'denied'; readonly rule?: string }
  | { readonly kind: 'pending'; readonly asks: readonly Ask[]; readonly approvalId?: string }
  | { readonly kind: 'dry_run'; readonly preview?: unknown }
  | { readonly kind: 'duplicate'; readonly value: unknown }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'cancelled' }

const STOPPED = Symbol.for('@armorer/core/stopped')

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

/** How a call was stopped; `undefined` for an ordinary failure. */
export function stoppedBy(error: unknown): Stopped | undefined {
  try {
    return error instanceof Error ? (Reflect.get(error, STOPPED) as Stopped | undefined) : undefined
  } catch {
    // It does not even let itself be read.
    return undefined
  }
}
