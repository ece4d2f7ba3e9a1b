import { type ToolIdentity } from './identity.js'
import { type JsonObject } from './json.js'

export const TOOL_ERROR_CATEGORIES = [
  'validation',
  'permission',
  'not_found',
  'conflict',
  'transient',
  'timeout',
  'cancelled',
  'internal',
] as const

export type ToolErrorCategory = (typeof TOOL_ERROR_CATEGORIES)[number]

/** What a tool error says, as plain data. */
export interface ToolErrorData {
  readonly category: ToolErrorCategory
  /**
   * Dotted and stable. `toolbox.*` belongs to this library, `tool.<namespace>.<name>.*` to one tool;
   * a code of any other form is whatever a driver or an API called its failure.
   */
  readonly code: string
  /** Whether the same call may succeed later, and has changed nothing so far. */
  readonly retryable: boolean
  readonly message: string
  readonly details?: JsonObject
  /** How long the other side asks us to wait. */
  readonly retryAfterMs?: number
}

export interface ToolErrorOptions extends Omit<ToolErrorData, 'retryable'> {
  /** `transient` and `timeout` are retryable unless said otherwise, the rest is not. */
  readonly retryable?: boolean
  readonly cause?: unknown
}

const MARK = Symbol.for('@armorer/core/tool-error')

/** The one error that leaves this library: plain data that can also be thrown. */
export class ToolError extends Error implements ToolErrorData {
  override readonly name = 'ToolError'
  readonly category: ToolErrorCategory
  readonly code: string
  readonly retryable: boolean
  readonly details?: JsonObject
  readonly retryAfterMs?: number

  constructor(options: ToolErrorOptions) {
    super(options.message, 'cause' in options ? { cause: options.cause } : undefined)
    this.category = options.category
    this.code = options.code
    this.retryable =
      options.retryable ?? (options.category === 'transient' || options.category === 'timeout')
    if (options.details !== undefined) this.details = options.details
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
    // Two copies of this package still know each other's errors.
    Object.defineProperty(this, MARK, { value: true })
  }

  /** The cause stays behind: it may hold what must not leave the process. */
  toJSON(): ToolErrorData {
    return {
      category: this.category,
      code: this.code,
      retryable: this.retryable,
      message: this.message,
      ...(this.details !== undefined && { details: this.details }),
      ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }),
    }
  }
}

export function createToolError(options: ToolErrorOptions): ToolError {
  return new ToolError(options)
}

export function isToolError(value: unknown): value is ToolError {
  return value instanceof Error && Reflect.get(value, MARK) === true
}

/** The code of one tool's own failure: `tool.x.post_tweet.too_long`. */
export function toolErrorCode(identity: ToolIdentity, reason: string): string {
  const parts = [identity.namespace ?? 'default', identity.name]
  // Dots divide a code, so those of a name are escaped too.
  const escaped = parts.map((part) => encodeURIComponent(part).replaceAll('.', '%2E'))
  return `tool.${escaped.join('.')}.${reason}`
}

const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'UND_ERR_SOCKET',
])

const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
])

/**
 * Any thrown value as a tool error. It is judged by its type and its code, or those of its causes;
 * the words of a message decide nothing.
 */
export function toToolError(thrown: unknown, tool?: ToolIdentity): ToolError {
  if (isToolError(thrown)) return thrown
  const code = codeOf(thrown)
  const category = categoryOf(thrown, code)
  return new ToolError({
    category,
    code: code ?? (tool ? toolErrorCode(tool, category) : `toolbox.${category}`),
    message: messageOf(thrown),
    cause: thrown,
  })
}

function categoryOf(thrown: unknown, code: string | undefined): ToolErrorCategory {
  if (code !== undefined && TIMEOUT_CODES.has(code)) return 'timeout'
  if (code !== undefined && NETWORK_CODES.has(code)) return 'transient'
  if (!(thrown instanceof Error)) return 'internal'
  if (thrown.name === 'TimeoutError') return 'timeout'
  if (thrown.name === 'AbortError') return 'cancelled'
  return 'internal'
}

/** `fetch` hides the code of a failed connection in the cause of its error. */
function codeOf(thrown: unknown, depth = 0): string | undefined {
  if (!(thrown instanceof Error) || depth > 4) return undefined
  const code: unknown = Reflect.get(thrown, 'code')
  return typeof code === 'string' && code !== '' ? code : codeOf(thrown.cause, depth + 1)
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name
  return typeof thrown === 'string' && thrown !== '' ? thrown : `a tool threw ${typeof thrown}`
}
