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
  /** Whether a layer holds the call back, so that it has done nothing yet. */
  readonly heldBack: boolean
  /** Whether the innermost call has begun. What has not begun has done nothing, and cost nothing. */
  readonly begun: boolean
  /** A layer lets the call wait: for a place, a decision, a check. Returns how to say that it waits no longer. */
  holdBack(): () => void
  /** The innermost call begins now. `false` where nobody waits any more: then it must not. */
  begin(): boolean
  /** Calls back when nobody waits any more; at once if it is so already. Returns how to stop listening. */
  onCancel(listener: (reason: unknown) => void): () => void
  /** A context for an inner call: it ends when this one does, or earlier. */
  derive(deadline?: number): DerivedContext
  /** The same, with a deadline by the clock that only goes on. */
  deriveUntil(until: number, clock: Clock): DerivedContext
  /** The same, for some milliseconds from when its deadline is first asked for. */
  deriveFor(ms: number, clock: Clock): DerivedContext
  /**
   * A context for what must be finished whoever waits: the same tool and call, with facts added. It does not end when this one does,
   * so it belongs to a gate that keeps the outcome.
   */
  detach(facts?: CallFacts): DerivedContext
}

/** A context whose maker can end it. */
export interface DerivedContext extends CallContext {
  cancel(reason: unknown): void
  /** Its own deadline by the clock that only goes on, if it has one. */
  until(): number | undefined
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
  /**
   * Tells whoever watches this call: progress, a piece of output, a line for a log. Who has much to tell waits for what comes back,
   * and so goes no faster than whoever watches; where nobody does it is `undefined`.
   */
  readonly dispatch: (event: ToolEvent) => Promise<void> | undefined
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

/** What a tool tells while it runs: `progress`, with `done`, `total` and `message`; `output`, with a `chunk`; or a kind of its own. */
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
  /** Hears what tools tell. What it returns is what a tool that goes no faster waits for. */
  readonly onEvent?: ((event: ToolEvent, call: ToolCallInfo) => unknown) | undefined
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
