import { type Clock } from './clock.js'
import { quietly } from './quietly.js'
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
  /** Whether a layer holds the call back, so that it has done nothing yet. */
  readonly heldBack: boolean
  /** A layer lets the call wait: for a place, a decision, a check. Returns how to say that it waits no longer. */
  holdBack(): () => void
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
  readonly dispatch: (event: ToolEvent) => void
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
  readonly runId?: string | undefined
  readonly requestId?: string | undefined
  readonly logger?: Logger | undefined
  readonly tracer?: Tracer | undefined
  readonly principal?: Principal | undefined
  readonly account?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly idempotencyKey?: string | undefined
  readonly permit?: unknown
  readonly onEvent?: ((event: ToolEvent, call: ToolCallInfo) => void) | undefined
  /** Takes what still runs after nobody waits for it. */
  readonly onLate?: ((work: Promise<unknown>) => void) | undefined
}

/** How a caller limits a call. */
export interface CallLimits {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds since 1970. */
  readonly deadline?: number | undefined
  /** By which the deadline is told; the system's where it is left out. */
  readonly clock?: Clock | undefined
  /** A call that this one is part of, and ends with. */
  readonly within?: CallContext | undefined
}

const NONE = Object.freeze({})
const NO_LABELS: readonly string[] = Object.freeze([])

/** The context of a call that nothing is around. */
export function createContext(facts: CallFacts & CallLimits = NONE): DerivedContext {
  return new Context(facts, undefined, undefined, facts.deadline, outerOf(facts), facts.signal)
}

/** The context of a call of a tool. */
export function createToolContext(
  tool: ToolDefinition,
  toolCall: ToolCallInfo,
  facts: CallFacts & CallLimits = NONE,
): DerivedContext & { readonly toolCall: ToolCallInfo } {
  // The class has a call wherever its maker got one.
  return new Context(
    facts,
    tool,
    toolCall,
    facts.deadline,
    outerOf(facts),
    facts.signal,
  ) as Context & {
    readonly toolCall: ToolCallInfo
  }
}

/** Contexts are made here alone. */
function outerOf({ within }: CallLimits): Context | undefined {
  return within instanceof Context ? within : undefined
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
  #listeners: Set<Listener> | undefined
  #letGo: (() => void) | undefined
  #ended: { readonly reason: unknown } | undefined
  #begun = false
  #holds = 0
  #released = false

  constructor(
    facts: CallFacts,
    tool: ToolDefinition | undefined,
    toolCall: ToolCallInfo | undefined,
    deadline: number | undefined,
    outer: Context | undefined,
    outerSignal: AbortSignal | undefined,
    root?: Context,
  ) {
    this.facts = facts
    this.tool = tool
    this.toolCall = toolCall
    this.deadline = outer ? earliest(deadline, outer.deadline) : deadline
    this.#outer = outer
    this.#root = root ?? this
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

  /** Made when it is read, so that a handler may take it out of its context. */
  get dispatch(): (event: ToolEvent) => void {
    const { facts, toolCall } = this
    return (event) => {
      if (toolCall) quietly(() => facts.onEvent?.(event, toolCall), facts.logger)
    }
  }

  get cancelled(): boolean {
    if (this.#ended) return true
    return (this.#outerSignal?.aborted ?? false) || (this.#outer?.cancelled ?? false)
  }

  get heldBack(): boolean {
    return !this.#root.#begun && this.#root.#holds > 0
  }

  holdBack(): () => void {
    const root = this.#root
    root.#holds += 1
    return () => {
      root.#holds -= 1
    }
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
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
    this.#listen()
    return () => this.#listeners?.delete(listener)
  }

  derive(deadline?: number): DerivedContext {
    return new Context(this.facts, this.tool, this.toolCall, deadline, this, undefined, this.#root)
  }

  cancel(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.release()
    this.#controller?.abort(reason)
    const listeners = this.#listeners
    this.#listeners = undefined
    for (const listener of listeners ?? []) quietly(() => listener(reason), this.facts.logger)
  }

  release(): void {
    this.#released = true
    this.#letGo?.()
    this.#letGo = undefined
  }

  /** From the first listener on, what happens outside is passed on. */
  #listen(): void {
    if (this.#letGo || this.#released) return
    const stops: Array<() => void> = []
    const signal = this.#outerSignal
    if (signal?.aborted) return this.cancel(signal.reason)
    if (signal) {
      const onAbort = () => this.cancel(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      stops.push(() => signal.removeEventListener('abort', onAbort))
    }
    if (this.#outer) stops.push(this.#outer.onCancel((reason) => this.cancel(reason)))
    const letGo = () => {
      for (const stop of stops) stop()
    }
    // What is around may have ended already.
    if (this.#ended) letGo()
    else this.#letGo = letGo
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.min(a, b)
}

function doNothing(): void {
  // There is nothing to stop.
}
