import { type Logger, type ToolDefinition, type Tracer } from '@armorer/core'
import {
  type CallFacts,
  type CallLimits,
  type DerivedContext,
  type Principal,
  type RuntimeToolContext,
  type ToolCallInfo,
  type ToolEvent,
} from './context.js'
import { quietly } from './quietly.js'

const NONE = Object.freeze({})
const NO_LABELS: readonly string[] = Object.freeze([])

/** The context of a call that nothing is around. */
export function createContext(facts: CallFacts & CallLimits = NONE): DerivedContext {
  return new Context(facts, undefined, undefined, outerOf(facts), facts.deadline)
}

/** By which id and name a tool was called. */
export interface CallNaming {
  readonly id: string | undefined
  readonly name: string | undefined
}

/** The context of a call of a tool. */
export function createToolContext(
  tool: ToolDefinition,
  asked?: CallNaming,
  facts: CallFacts & CallLimits = NONE,
): DerivedContext & { readonly toolCall: ToolCallInfo } {
  // Where there is a tool, there is a call.
  return new Context(facts, tool, asked, outerOf(facts), facts.deadline) as Context & {
    readonly toolCall: ToolCallInfo
  }
}

let madeUp = 0

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
  readonly deadline: number | undefined
  readonly #outer: Context | undefined
  readonly #outerSignal: AbortSignal | undefined
  /** Whose call it is, for what all contexts of one call share. */
  readonly #root: Context
  /** By which id and name the tool was called, as far as the caller said. */
  readonly #asked: CallNaming | undefined
  #toolCall: ToolCallInfo | undefined
  #controller: AbortController | undefined
  #listeners: Set<Listener> | undefined
  #inner: Set<Context> | undefined
  #stopSignal: (() => void) | undefined
  #ended: { readonly reason: unknown } | undefined
  #begun = false
  #holds = 0
  #listening = false
  #released = false

  constructor(
    facts: CallFacts & CallLimits,
    tool: ToolDefinition | undefined,
    asked: CallNaming | undefined,
    outer: Context | undefined,
    deadline: number | undefined,
    root?: Context,
  ) {
    this.facts = facts
    this.tool = tool
    this.deadline = outer ? earliest(deadline, outer.deadline) : deadline
    this.#asked = asked
    this.#outer = outer
    this.#outerSignal = root ? undefined : facts.signal
    this.#root = root ?? this
  }

  /** Most handlers never ask, and an id that the caller did not give is made up only for those who do. */
  get toolCall(): ToolCallInfo | undefined {
    const root = this.#root
    if (!root.tool) return undefined
    root.#toolCall ??= {
      id: root.#asked?.id ?? `call_${++madeUp}`,
      tool: root.tool.id,
      name: root.#asked?.name ?? root.tool.identity.name,
    }
    return root.#toolCall
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
    return new Context(this.facts, this.tool, undefined, this, deadline, this.#root)
  }

  detach(facts?: CallFacts): DerivedContext {
    const { id, name } = this.toolCall ?? { id: undefined, name: undefined }
    const kept: CallFacts & CallLimits = { ...this.facts, ...facts, signal: undefined }
    return new Context(kept, this.tool, { id, name }, undefined, undefined)
  }

  cancel(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.release()
    this.#controller?.abort(reason)
    const [listeners, inner] = [this.#listeners, this.#inner]
    this.#listeners = undefined
    this.#inner = undefined
    for (const listener of listeners ?? []) quietly(() => listener(reason), this.facts.logger)
    for (const context of inner ?? []) context.cancel(reason)
  }

  release(): void {
    this.#released = true
    this.#stopSignal?.()
    this.#stopSignal = undefined
    const outer = this.#outer
    if (outer) outer.#inner?.delete(this)
  }

  /** From the first listener on, what happens outside is passed on. */
  #listen(): void {
    if (this.#listening || this.#released) return
    this.#listening = true
    const signal = this.#outerSignal
    if (signal?.aborted) return this.cancel(signal.reason)
    if (signal) {
      const onAbort = () => this.cancel(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#stopSignal = () => signal.removeEventListener('abort', onAbort)
    }
    const outer = this.#outer
    if (outer) outer.#tell(this)
  }

  /** When this one ends, so does that one. */
  #tell(inner: Context): void {
    if (this.#ended) return inner.cancel(this.#ended.reason)
    this.#inner ??= new Set()
    this.#inner.add(inner)
    this.#listen()
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.min(a, b)
}

function doNothing(): void {
  // There is nothing to stop.
}
