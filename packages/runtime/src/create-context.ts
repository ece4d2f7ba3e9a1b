import { type Logger, type ToolDefinition, type Tracer } from '@armorer/core'
import { type Clock } from './clock.js'
import {
  type CallFacts,
  type CallLimits,
  type DerivedContext,
  type Principal,
  type RuntimeToolContext,
  type ToolCallInfo,
} from './context.js'
import { heard, quietly } from './quietly.js'

const NONE = Object.freeze({})
const NO_LABELS: readonly string[] = Object.freeze([])

/** The context of a call that nothing is around. */
export function createContext(facts: CallFacts & CallLimits = NONE): DerivedContext {
  return new Context(new Call(facts, undefined, undefined), outerOf(facts), facts.deadline)
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
  return new Context(new Call(facts, tool, asked), outerOf(facts), facts.deadline) as Context & {
    readonly toolCall: ToolCallInfo
  }
}

/** The context of a tool that another is made of: what begins or waits there does so for the whole. */
export function createPartContext(
  part: ToolDefinition,
  id: string,
  facts: CallFacts & CallLimits,
): DerivedContext {
  const outer = outerOf(facts)
  return new Context(new Call(facts, part, { id, name: undefined }, outer?.whole), outer, undefined)
}

let madeUp = 0

/** Contexts are made here alone. */
function outerOf({ within }: CallLimits): Context | undefined {
  return within instanceof Context ? within : undefined
}

/** What all contexts of one call share. */
class Call {
  readonly facts: CallFacts & CallLimits
  readonly tool: ToolDefinition | undefined
  /** By which id and name the tool was called, as far as the caller said. */
  readonly asked: CallNaming | undefined
  /** From where it was detached, or what it is a part of: what begins or waits here does so there. */
  readonly origin: Call | undefined
  info: ToolCallInfo | undefined
  begun = false
  holds = 0

  constructor(
    facts: CallFacts & CallLimits,
    tool: ToolDefinition | undefined,
    asked: CallNaming | undefined,
    origin?: Call,
  ) {
    this.facts = facts
    this.tool = tool
    this.asked = asked
    this.origin = origin
  }

  begin(): void {
    this.begun = true
    this.origin?.begin()
  }

  hold(change: 1 | -1): void {
    this.holds += change
    this.origin?.hold(change)
  }
}

type Listener = (reason: unknown) => void

/** Who is to hear of the end of a context. Most contexts have nobody. */
class Audience {
  controller: AbortController | undefined
  readonly listeners = new Set<Listener>()
  readonly inner = new Set<Context>()
  stopSignal: (() => void) | undefined
  listening = false
}

/**
 * A resource: it listens to what is around it only while something within listens to it, and lets go when it is released.
 * Making an `AbortSignal` costs several times a whole validated call, so one is made only for a tool that reads it; and a
 * context is made for every timeout of every call, so it holds no more than it must.
 */
class Context implements DerivedContext, Omit<RuntimeToolContext, 'toolCall'> {
  readonly #call: Call
  readonly #outer: Context | undefined
  /** By the clock, where there is one, that only goes on; else in milliseconds since 1970. */
  #until: number | undefined
  readonly #clock: Clock | undefined
  /** How long, where `until` is not said: from when it is first asked for. */
  readonly #ms: number
  #audience: Audience | undefined
  #ended: { readonly reason: unknown } | undefined
  #released = false

  constructor(
    call: Call,
    outer: Context | undefined,
    until: number | undefined,
    clock?: Clock,
    ms = 0,
  ) {
    this.#call = call
    this.#outer = outer
    this.#until = until
    this.#clock = clock
    this.#ms = ms
  }

  get whole(): Call {
    return this.#call
  }

  get facts(): CallFacts {
    return this.#call.facts
  }

  get tool(): ToolDefinition | undefined {
    return this.#call.tool
  }

  /** Worked out when it is asked for: reading a clock costs a good part of a call. */
  get deadline(): number | undefined {
    const clock = this.#clock
    const own = this.until()
    const deadline =
      clock && own !== undefined ? clock.now() + (own - clock.elapsed()) : this.#until
    return this.#outer ? earliest(deadline, this.#outer.deadline) : deadline
  }

  /** Most handlers never ask, and an id that the caller did not give is made up only for those who do. */
  get toolCall(): ToolCallInfo | undefined {
    const call = this.#call
    if (!call.tool) return undefined
    call.info ??= {
      id: call.asked?.id ?? `call_${++madeUp}`,
      tool: call.tool.id,
      name: call.asked?.name ?? call.tool.identity.name,
    }
    return call.info
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

  get dispatch(): RuntimeToolContext['dispatch'] {
    return this.#call.facts.onEvent ? this.#teller(this.#call.facts.onEvent) : doNothing
  }

  /** Made when it is read, so that a handler may take it out of its context; where nobody listens it is not made at all. */
  #teller(onEvent: NonNullable<CallFacts['onEvent']>): RuntimeToolContext['dispatch'] {
    const { toolCall, logger } = this
    if (!toolCall) return doNothing
    return (event) => {
      const listening = heard(() => onEvent(event, toolCall), logger)
      return listening && this.#orEnd(listening)
    }
  }

  get cancelled(): boolean {
    if (this.#ended) return true
    return (this.#signal?.aborted ?? false) || (this.#outer?.cancelled ?? false)
  }

  get heldBack(): boolean {
    return !this.#call.begun && this.#call.holds > 0
  }

  get begun(): boolean {
    return this.#call.begun
  }

  holdBack(): () => void {
    const call = this.#call
    call.hold(1)
    return () => call.hold(-1)
  }

  begin(): boolean {
    if (this.cancelled) return false
    this.#call.begin()
    return true
  }

  get signal(): AbortSignal {
    const audience = this.#audienceToTell()
    if (!audience.controller) {
      audience.controller = new AbortController()
      if (this.#ended) audience.controller.abort(this.#ended.reason)
      else this.#listen(audience)
    }
    return audience.controller.signal
  }

  onCancel(listener: Listener): () => void {
    if (this.#ended) {
      listener(this.#ended.reason)
      return doNothing
    }
    const audience = this.#audienceToTell()
    audience.listeners.add(listener)
    this.#listen(audience)
    return () => audience.listeners.delete(listener)
  }

  derive(deadline?: number): DerivedContext {
    return new Context(this.#call, this, deadline)
  }

  deriveUntil(until: number, clock: Clock): DerivedContext {
    return new Context(this.#call, this, until, clock)
  }

  deriveFor(ms: number, clock: Clock): DerivedContext {
    return new Context(this.#call, this, undefined, clock, ms)
  }

  until(): number | undefined {
    const clock = this.#clock
    return clock && (this.#until ??= clock.elapsed() + this.#ms)
  }

  detach(facts?: CallFacts): DerivedContext {
    const { id, name } = this.toolCall ?? { id: undefined, name: undefined }
    // Nor does what limits this call limit what is called with its facts.
    const unlimited = { signal: undefined, deadline: undefined, within: undefined }
    const kept: CallFacts & CallLimits = { ...this.facts, ...facts, ...unlimited }
    return new Context(new Call(kept, this.tool, { id, name }, this.#call), undefined, undefined)
  }

  cancel(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.release()
    const audience = this.#audience
    if (!audience) return
    audience.controller?.abort(reason)
    const [listeners, inner] = [[...audience.listeners], [...audience.inner]]
    audience.listeners.clear()
    audience.inner.clear()
    for (const listener of listeners) quietly(() => listener(reason), this.facts.logger)
    for (const context of inner) context.cancel(reason)
  }

  release(): void {
    this.#released = true
    const audience = this.#audience
    if (!audience) return
    audience.stopSignal?.()
    audience.stopSignal = undefined
    const outer = this.#outer
    if (outer) outer.#forget(this)
  }

  /** What ends the call from outside; contexts within the call hear of it from the one around them. */
  get #signal(): AbortSignal | undefined {
    return this.#outer && this.#outer.#call === this.#call ? undefined : this.#call.facts.signal
  }

  /** A listener holds nobody back beyond the end of the call. */
  #orEnd(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const stopListening = this.onCancel(() => resolve())
      void work.then(() => {
        stopListening()
        resolve()
      })
    })
  }

  #audienceToTell(): Audience {
    return (this.#audience ??= new Audience())
  }

  /** From the first listener on, what happens outside is passed on. */
  #listen(audience: Audience): void {
    if (audience.listening || this.#released) return
    audience.listening = true
    const signal = this.#signal
    if (signal?.aborted) return this.cancel(signal.reason)
    if (signal) {
      const onAbort = () => this.cancel(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      // Named first: V8 puts a function that is written straight into a property among the old objects, where it and all that it sees,
      // down to the arguments, wait for a full collection.
      const stopSignal = () => signal.removeEventListener('abort', onAbort)
      audience.stopSignal = stopSignal
    }
    const outer = this.#outer
    if (outer) outer.#tell(this)
  }

  /** When this one ends, so does that one. */
  #tell(inner: Context): void {
    if (this.#ended) return inner.cancel(this.#ended.reason)
    const audience = this.#audienceToTell()
    audience.inner.add(inner)
    this.#listen(audience)
  }

  #forget(inner: Context): void {
    this.#audience?.inner.delete(inner)
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.min(a, b)
}

function doNothing(): undefined {
  // There is nobody to tell, and nothing to stop.
}
