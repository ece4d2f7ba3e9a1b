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
  /**
   * Whether the same call may succeed later. It does not say that nothing has happened so far: after a reset or a timeout
   * nobody knows, so only what may run twice may be repeated without asking.
   */
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

/** Whether a value is a tool error: of this copy of the package, of another, or of another realm. */
export function isToolError(value: unknown): value is ToolError {
  return (
    isError(value) &&
    readField(value, MARK) === true &&
    CATEGORIES.has(readField(value, 'category')) &&
    typeof readField(value, 'code') === 'string' &&
    typeof readField(value, 'message') === 'string' &&
    typeof readField(value, 'retryable') === 'boolean'
  )
}

const CATEGORIES: ReadonlySet<unknown> = new Set(TOOL_ERROR_CATEGORIES)

/** The code of one tool's own failure: `tool.x.post_tweet.too_long`. */
export function toolErrorCode(identity: ToolIdentity, reason: string): string {
  const parts = [identity.namespace ?? 'default', identity.name]
  // Dots divide a code, so those of a name are escaped too.
  const escaped = parts.map((part) => encodeURIComponent(part).replaceAll('.', '%2E'))
  return `tool.${escaped.join('.')}.${reason}`
}

const NETWORK_CODES: ReadonlySet<unknown> = new Set([
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

const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
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
  const judgement = judge(thrown) ?? { category: 'internal' }
  const { category } = judgement
  return new ToolError({
    code: tool ? toolErrorCode(tool, category) : `toolbox.${category}`,
    ...judgement,
    message: messageOf(thrown),
    cause: thrown,
  })
}

type Judgement = Pick<ToolErrorOptions, 'category'> & Partial<ToolErrorOptions>

/** `fetch` hides the code of a failed connection in the cause of its error. Category and code are those of one and the same error. */
function judge(thrown: unknown, depth = 0): Judgement | undefined {
  if (depth > 4 || typeof thrown !== 'object' || thrown === null) return undefined
  if (isToolError(thrown)) {
    const { category, code, retryable, details, retryAfterMs } = thrown
    return {
      category,
      code,
      retryable,
      ...(details !== undefined && { details }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  const code = readField(thrown, 'code')
  const category = categoryOf(code, readField(thrown, 'name'))
  if (isForeignCode(code)) return { category: category ?? 'internal', code }
  return category ? { category } : judge(readField(thrown, 'cause'), depth + 1)
}

/** Our own codes are only believed of our own errors, whose category goes with them. */
function isForeignCode(code: unknown): code is string {
  return typeof code === 'string' && code !== '' && !code.startsWith('toolbox.')
}

function categoryOf(code: unknown, name: unknown): ToolErrorCategory | undefined {
  if (TIMEOUT_CODES.has(code)) return 'timeout'
  if (NETWORK_CODES.has(code)) return 'transient'
  if (name === 'TimeoutError') return 'timeout'
  return name === 'AbortError' ? 'cancelled' : undefined
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  const said = ['message', 'name'].map((key) => readField(thrown, key))
  const text = said.find((words) => typeof words === 'string' && words !== '')
  return typeof text === 'string' ? text : `a tool threw ${typeof thrown}`
}

/** Also an error of another realm, an iframe, a worker or a `node:vm` context, whose `Error` is not ours. */
function isError(value: unknown): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/** What is thrown may be anything, a proxy that throws when it is looked at among it. */
function readField(value: unknown, key: string | symbol): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}
