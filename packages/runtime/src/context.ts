import { type Clock } from './clock.js'
import {
  type Logger,
  type ToolContext,
  type ToolDefinition,
  type ToolId,
  type Tracer,
} from '@armorer/core'

/** What every service may know of the call it serves. */
export interface CallContext extends ToolContext {
  /** Milliseconds since 1970 after which nobody waits any more. */
  readonly deadline: number | undefined
  readonly facts: CallFacts
  /** The tool that is called, where it is one, and the call. */
  readonly tool: ToolDefinition | undefined
  readonly toolCall: ToolCallInfo | undefined
  /** Whether nobody waits any more. Cheaper than asking the signal, which is made only when it is read. */
  readonly cancelled: boolean
  /** Whether the innermost call has begun, so that it may have changed something. */
  readonly begun: boolean
  /** The innermost call begins now. `false` where nobody waits any more: then it must not. */
  begin(): boolean
  /** Calls back when nobody waits any more; at once if it is so already. Returns how to stop listening. */
  onCancel(listener: (reason: unknown) => void): () => void
  /** A context for an inner call: it ends when this one does, or earlier. */
  derive(deadline?: number): DerivedContext
}

/** A context whose maker can end it. */
export interface DerivedContext extends CallContext {
  cancel(reason: unknown): void
  /** The call is over: nothing needs to reach it any more. */
  release(): void
}

/** What a tool's handler may know beyond what every service may: who asks, for whom, and under what conditions. */
export interface RuntimeToolContext extends CallContext {
  readonly toolCall: ToolCallInfo
  readonly principal: Principal | undefined
  readonly account: string | undefined
  /** Where what the caller has read came from: `untrusted` for text written by strangers. */
  readonly labels: readonly string[]
  readonly idempotencyKey: string | undefined
  /** The gateway's one-time leave to write, for effects that demand one. */
  readonly permit: unknown
  /** Tells whoever watches this call: progress, a chunk of output, a line for a log. */
  dispatch(event: ToolEvent): void
}

export interface ToolCallInfo {
  readonly id: string
  readonly tool: ToolId
  /** Under which name it was called. */
  readonly name: string
}

/** Who asks. Agents and loops never decide for themselves. */
export interface Principal {
  readonly kind: 'person' | 'agent' | 'loop'
  readonly id: string
}

export interface ToolEvent {
  readonly kind: string
  readonly [field: string]: unknown
}

/** What is known of a call when it begins, and does not change. */
export interface CallFacts {
  readonly runId?: string
  readonly requestId?: string
  readonly logger?: Logger
  readonly tracer?: Tracer
  readonly principal?: Principal
  readonly account?: string
  readonly labels?: readonly string[]
  readonly idempotencyKey?: string
  readonly permit?: unknown
  readonly onEvent?: (event: ToolEvent, call: ToolCallInfo) => void
  /** Takes what still runs after nobody waits for it. */
  readonly onLate?: (work: Promise<unknown>) => void
}

/** How a caller limits a call. */
export interface CallLimits {
  readonly signal?: AbortSignal
  /** Milliseconds since 1970. */
  readonly deadline?: number
  /** By which the deadline is told; the system's where it is left out. */
  readonly clock?: Clock
}

const NONE = Object.freeze({})
const NO_LABELS: readonly string[] = Object.freeze([])

/** The context of a call that nothing is around. */
export function createContext(facts: CallFacts & CallLimits = NONE): DerivedContext {
  return new Context(facts, undefined, undefined, facts.deadline, undefined, facts.signal)
}

/** The context of a call of a tool. */
export function createToolContext(
  tool: ToolDefinition,
  toolCall: ToolCallInfo,
  facts: CallFacts & CallLimits = NONE,
): DerivedContext & { readonly toolCall: ToolCallInfo } {
  // The class has a call wherever its maker got one.
  return new Context(facts, tool, toolCall, facts.deadline, undefined, facts.signal) as Context & {
    readonly toolCall: ToolCallInfo
  }
}

type Listener = (reason: unknown) => void

/**
 * A resource: it listens to what is around it only while something within listens to it, and lets go when it is released.
 * Making an `AbortSignal` costs several times a whole validated call, so one is made only for a tool that reads it.
 */
class Context implements DerivedContext, Omit<RuntimeToolContext, 'toolCall'> {
  readonly facts: CallFacts
  readonly tool: ToolDefinition | undefined
  readonly toolCall: ToolCallInfo | undefined
  readonly deadline: number | undefined
  readonly #outer: Context | undefined
  /** Whose call it is, for what all contexts of one call share. */
  readonly #root: Context
  readonly #outerSignal: AbortSignal | undefined
  #controller: AbortController | undefined
  #listeners: Listener[] | undefined
  #letGo: (() => void) | undefined
  #ended: { readonly reason: unknown } | undefined
  #begun = false

  constructor(
    facts: CallFacts,
    tool: ToolDefinition | undefined,
    toolCall: ToolCallInfo | undefined,
    deadline: number | undefined,
    outer: Context | undefined,
    outerSignal: AbortSignal | undefined,
  ) {
    this.facts = facts
    this.tool = tool
    this.toolCall = toolCall
    this.deadline = deadline
    this.#outer = outer
    this.#root = outer ? outer.#root : this
    this.#outerSignal = outerSignal
  }

  get runId(): string | undefined {
    return this.facts.runId
  }

  get requestId(): string | undefined {
    return this.facts.requestId
  }

  get callId(): string | undefined {
    return this.toolCall?.id
  }

  get logger(): Logger | undefined {
    return this.facts.logger
  }

  get tracer(): Tracer | undefined {
    return this.facts.tracer
  }

  get principal(): Principal | undefined {
    return this.facts.principal
  }

  get account(): string | undefined {
    return this.facts.account
  }

  get labels(): readonly string[] {
    return this.facts.labels ?? NO_LABELS
  }

  get idempotencyKey(): string | undefined {
    return this.facts.idempotencyKey
  }

  get permit(): unknown {
    return this.facts.permit
  }

  dispatch(event: ToolEvent): void {
    const { onEvent } = this.facts
    if (!onEvent || !this.toolCall) return
    try {
      onEvent(event, this.toolCall)
    } catch (error) {
      // Whoever watches a call must not change how it ends.
      this.facts.logger?.warn('a listener of a tool call failed', { error })
    }
  }

  get cancelled(): boolean {
    if (this.#ended) return true
    return this.#outerSignal?.aborted ?? this.#outer?.cancelled ?? false
  }

  get begun(): boolean {
    return this.#root.#begun
  }

  begin(): boolean {
    if (this.cancelled) return false
    this.#root.#begun = true
    return true
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#ended) this.#controller.abort(this.#ended.reason)
      else this.#listen()
    }
    return this.#controller.signal
  }

  onCancel(listener: Listener): () => void {
    if (this.#ended) {
      listener(this.#ended.reason)
      return doNothing
    }
    this.#listeners ??= []
    this.#listeners.push(listener)
    this.#listen()
    return () => {
      this.#listeners = this.#listeners?.filter((other) => other !== listener)
    }
  }

  derive(deadline?: number): DerivedContext {
    const earlier = earliest(this.deadline, deadline)
    return new Context(this.facts, this.tool, this.toolCall, earlier, this, undefined)
  }

  cancel(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.release()
    this.#controller?.abort(reason)
    const listeners = this.#listeners
    this.#listeners = undefined
    for (const listener of listeners ?? []) listener(reason)
  }

  release(): void {
    this.#letGo?.()
    this.#letGo = undefined
  }

  /** From the first listener on, what happens outside is passed on. */
  #listen(): void {
    if (this.#letGo) return
    const signal = this.#outerSignal
    if (signal?.aborted) this.cancel(signal.reason)
    else if (signal) {
      const onAbort = () => this.cancel(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#letGo = () => signal.removeEventListener('abort', onAbort)
    } else if (this.#outer) {
      this.#letGo = this.#outer.onCancel((reason) => this.cancel(reason))
    }
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.min(a, b)
}

function doNothing(): void {
  // There is nothing to stop.
}
